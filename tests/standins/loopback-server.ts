import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

/** An HTTP server on a free port of loopback. */
export interface LoopbackServer {
  /** Without a trailing slash. */
  origin: string
  /** Closes all connections. Stopping twice does nothing. */
  stop: () => Promise<void>
}

export async function startLoopbackServer(listener: RequestListener): Promise<LoopbackServer> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
