import type { ServerResponse } from 'node:http'
import type { GoogleScript } from './script.ts'

type Trouble = 'fails' | 'is_no_json' | 'names_another' | 'hangs' | 'dies'

/** Where the provider's machines, rather than people, come to. */
function troubleAt(path: string, script: GoogleScript): Trouble | undefined {
  switch (path) {
    case '/.well-known/openid-configuration':
      return script.discovery
    case '/token':
      return script.tokens
    case '/jwks':
      return script.keys
    default:
      return undefined
  }
}

/** Answers a request the way the script wants it to go wrong; false where it wants nothing. */
export function misbehave(path: string, script: GoogleScript, response: ServerResponse): boolean {
  const trouble = troubleAt(path, script)
  switch (trouble) {
    case undefined:
      return false
    case 'fails':
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"server_error"}')
      return true
    case 'is_no_json':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Please sign in to this network</h1>')
      return true
    case 'names_another': {
      const issuer = 'https://accounts.another.example'
      const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
      return true
    }
    case 'dies':
      response.destroy()
      return true
    case 'hangs':
      return true
  }
}
