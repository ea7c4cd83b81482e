import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A connection between client and server that can be cut. */
export interface TcpProxy {
  port: number
  /** Breaks all existing connections. */
  cut: () => void
  /** Breaks each connection on which a client sends this text, before forwarding it; null: none. */
  cutAt: (text: string | null) => void
  /** Whether new connections are accepted; rejected ones are closed immediately. */
  allow: (allowed: boolean) => void
  stop: () => Promise<void>
}

/** Starts a proxy on loopback that forwards bytes to the current target. */
export async function startTcpProxy(target: () => { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let cutText: string | null = null
  let allowed = true
  const server = createServer((client) => {
    client.on('error', () => {})
    if (!allowed) {
      client.resetAndDestroy()
      return
    }
    const upstream = connect(target())
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    client.on('data', (chunk: Buffer) => {
      if (cutText === null || !chunk.includes(cutText)) upstream.write(chunk)
      else end()
    })
    upstream.on('data', (chunk: Buffer) => client.write(chunk))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    port: address.port,
    cut,
    cutAt: (text) => {
      cutText = text
    },
    allow: (now) => {
      allowed = now
    },
    stop: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
