import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type Server as SocketServer } from 'node:net'

/** Services that reject every request and repeat all of it in their error. */
export interface EchoServers {
  /** Language models, payments, sign-in and files over HTTP. */
  origin: string
  /** A proxy that requires another password. */
  proxyPort: number
  /** A mail server that requires another password. */
  smtpPort: number
  /** Requests that each service received, so that a test can verify them. */
  asked: ReadonlySet<string>
  stop: () => Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const decoded = (authorization = ''): string => {
  const [scheme = '', value = ''] = authorization.split(' ')
  return scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString() : ''
}

/** The whole request in the format of each service's errors: showing any part of it reveals a secret. */
function refusalOf(request: IncomingMessage, body: string): Record<string, unknown> {
  const sent = JSON.stringify({ headers: request.headers, url: request.url, body })
  const message = `Wrong key: ${decoded(request.headers.authorization)} ${sent}`
  return {
    error: { message, type: 'invalid_request_error', code: 'invalid_api_key', status: 'UNAUTHENTICATED' },
    error_description: message,
    message,
  }
}

function serviceOf(asked: Set<string>): Server {
  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const path = request.url ?? '/'
    asked.add(path.split(/[?/]/)[1] ?? '')
    const { port } = server.address() as { port: number }
    const issuer = `http://127.0.0.1:${port}/google`
    if (path.startsWith('/google/.well-known/')) {
      const known = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(known))
      return
    }
    if (path.startsWith('/files/')) {
      const words = JSON.stringify(refusalOf(request, body)).replaceAll(/[<&]/g, ' ')
      const xml = `<Error><Code>SignatureDoesNotMatch</Code><Message>${words}</Message></Error>`
      response.writeHead(403, { 'content-type': 'application/xml' }).end(xml)
      return
    }
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(refusalOf(request, body)))
  }
  const server = createServer((request, response) => void answerTo(request, response))
  return server
}

function proxyOf(asked: Set<string>): Server {
  return createServer((request, response) => {
    asked.add('proxy')
    const words = `${decoded(request.headers['proxy-authorization'])} ${JSON.stringify(request.headers)}`
    response.writeHead(407, `Wrong ${words.replaceAll(/[^ -~]/g, ' ')}`, { 'content-type': 'text/html' }).end(words)
  })
}

/** Repeats user name and password in its rejection (RFC 4954). */
function mailServerOf(asked: Set<string>): SocketServer {
  return createSocketServer((socket) => {
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('error', () => socket.destroy())
    socket.on('data', (data) => {
      const line = data.toString()
      if (/^EHLO/i.test(line)) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n')
      else if (/^AUTH PLAIN/i.test(line)) {
        asked.add('mail')
        const words = Buffer.from(line.slice('AUTH PLAIN '.length), 'base64').toString().replaceAll('\0', ' ')
        socket.write(`535 5.7.8 Wrong: ${words} ${line.trim()}\r\n`)
      } else socket.end('221 Bye\r\n')
    })
  })
}

async function listen(server: Server | SocketServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

/** Starts them on ports of loopback. */
export async function startEchoServers(): Promise<EchoServers> {
  const asked = new Set<string>()
  const servers = [serviceOf(asked), proxyOf(asked), mailServerOf(asked)] as const
  const [port, proxyPort, smtpPort] = await Promise.all(servers.map(listen))
  return {
    origin: `http://127.0.0.1:${port}`,
    proxyPort: proxyPort!,
    smtpPort: smtpPort!,
    asked,
    stop: async () => {
      for (const server of servers) {
        if ('closeAllConnections' in server) server.closeAllConnections()
        server.close()
      }
    },
  }
}
