import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'

const MIB = 1024 * 1024
const PROSE = 'Tides rise and fall because the moon pulls at the sea, and the sea, being patient, follows it.'
const html = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'

/** How a site responds: with bytes, or by writing to the connection while it is open. */
type Answer = Buffer | string | ((socket: Socket, path: string) => void)

/** Writes the same bytes forever, as fast as the client reads. */
const endless = (start: string, piece: string | Buffer) => (socket: Socket) => {
  const write = (): void => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', write)
  }
  socket.write(start)
  write()
}

const packed = (name: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${html}Content-Encoding: ${name}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`),
    body,
  ])
const page = (body: string, type = 'text/html'): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
const next = (path: string): number => Number(path.split('/').at(-1)) + 1
/** Far more than the product reads of a page. */
const spaces = (): Buffer => Buffer.alloc(64 * MIB, 0x20)
const chunk = `10000\r\n${'<p>word '.repeat(8192)}\r\n`

/** Attacks on clients by path, with the error codes that they may cause. */
export const hostileAnswers: Readonly<Record<string, { answer: () => Answer; code: RegExp }>> = {
  'a page that unpacks to much, by gzip': {
    answer: () => packed('gzip', gzipSync(spaces())),
    code: /^source_too_large$/,
  },
  'a page that unpacks to much, by brotli': {
    answer: () => packed('br', brotliCompressSync(spaces(), { params: { 1: 1 } })),
    code: /^source_too_large$/,
  },
  'a page that unpacks to much, by zstd': {
    answer: () => packed('zstd', zstdCompressSync(spaces())),
    code: /^source_too_large$/,
  },
  'a page that was packed twice': {
    answer: () => packed('gzip, gzip', gzipSync(gzipSync(spaces()))),
    code: /^source_too_large$/,
  },
  'a page that was packed often': {
    answer: () => packed(Array.from({ length: 500 }, () => 'gzip').join(', '), gzipSync('x')),
    code: /^source_unreachable$/,
  },
  'a page without end': {
    answer: () => endless(`${html}Connection: close\r\n\r\n`, '<p>word '.repeat(8192)),
    code: /^source_too_large$/,
  },
  'chunks without end': {
    answer: () => endless(`${html}Transfer-Encoding: chunked\r\n\r\n`, chunk),
    code: /^source_too_large$/,
  },
  'a file without end': {
    answer: () => endless('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n', Buffer.alloc(65_536)),
    code: /^source_too_large$/,
  },
  'a length of gigabytes': { answer: () => `${html}Content-Length: 99999999999\r\n\r\nx`, code: /^source_too_large$/ },
  'a header without end': {
    answer: () => endless('HTTP/1.1 200 OK\r\nX: ', 'x'.repeat(65_536)),
    code: /^source_unreachable$/,
  },
  'headers without end': {
    answer: () => endless('HTTP/1.1 200 OK\r\n', 'X: y\r\n'.repeat(8192)),
    code: /^source_unreachable$/,
  },
  'bytes that are no HTTP': { answer: () => 'SSH-2.0-OpenSSH_9.9\r\n'.repeat(1000), code: /^source_unreachable$/ },
  'two lengths': {
    answer: () => `${html}Content-Length: 5\r\nContent-Length: 500\r\n\r\nxxxxx`,
    code: /^source_unreachable$/,
  },
  'redirects without end': {
    answer: () => (socket, path) =>
      socket.end(
        `HTTP/1.1 302 Found\r\nLocation: ${path.replace(/\d*$/, '')}${next(path) || 1}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      ),
    code: /^source_unreachable$/,
  },
  'a redirect with a body without end': {
    answer: () => (socket, path) =>
      endless(
        `HTTP/1.1 302 Found\r\nLocation: ${path.replace(/\d*$/, '')}${next(path) || 1}\r\n\r\n`,
        'x'.repeat(65_536),
      )(socket),
    code: /^source_unreachable$/,
  },
  'a redirect to half a megabyte': {
    answer: () => `HTTP/1.1 302 Found\r\nLocation: /${'x'.repeat(500_000)}\r\nContent-Length: 0\r\n\r\n`,
    code: /^source_unreachable$/,
  },
  'redirects with cookies without end': {
    answer: () => (socket, path) =>
      socket.end(
        `HTTP/1.1 302 Found\r\nLocation: ${path.replace(/\d*$/, '')}${next(path) || 1}\r\n${Array.from({ length: 60 }, (_, n) => `Set-Cookie: c${n}${next(path)}=${'x'.repeat(900)}\r\n`).join('')}Content-Length: 0\r\nConnection: close\r\n\r\n`,
      ),
    code: /^source_unreachable$/,
  },
  'pages that send on without end': {
    answer: () => (socket, path) =>
      socket.end(page(`<meta http-equiv="refresh" content="0; url=${path.replace(/\d*$/, '')}${next(path) || 1}">`)),
    code: /^source_/,
  },
  'a page of a million elements in each other': {
    answer: () => page(`<!doctype html><title>x</title>${'<div>'.repeat(1_000_000)}${PROSE}`),
    code: /^source_(?:too_complex|not_an_article|too_short)$/,
  },
  'a program that is said to be a page': {
    answer: () => page(`MZ\x90\0\x03${'\0\x01\xff'.repeat(2000)}`),
    code: /^source_(?:type_unsupported|damaged|not_an_article|empty)$/,
  },
}

export interface HostileSites {
  /** URL of an attack. */
  url: (name: string) => string
  /** Bytes sent for a path, and number of requests. */
  given: (name: string) => { bytes: number; requests: number }
  stop: () => Promise<void>
}

/** Serves all attacks on a port of loopback, at byte level rather than by a server that follows the protocol. */
export async function startHostileSites(): Promise<HostileSites> {
  const names = Object.keys(hostileAnswers)
  const seen = new Map<string, { sockets: Set<Socket>; requests: number }>()
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const path = /^GET (\S+)/.exec(String(bytes))?.[1]
      const name = names[Number(path?.split('/')[1])]
      if (path === undefined || name === undefined) return
      const about = seen.get(name) ?? { sockets: new Set(), requests: 0 }
      seen.set(name, about)
      about.sockets.add(socket)
      about.requests += 1
      const answer = hostileAnswers[name]!.answer()
      if (typeof answer === 'function') answer(socket, path)
      else socket.write(answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: (name) => `http://127.0.0.1:${port}/${names.indexOf(name)}/0`,
    given: (name) => {
      const { sockets, requests } = seen.get(name) ?? { sockets: new Set<Socket>(), requests: 0 }
      return { bytes: [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0), requests }
    },
    stop: async () => {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
