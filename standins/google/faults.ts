import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Claims } from './accounts.ts'

/** Faults that tests set; the rest works normally. */
export interface GoogleScript {
  /** Discovery returns an error, a page or another issuer, or never answers. */
  discovery?: 'fails' | 'is_no_json' | 'names_another' | 'hangs'
  /** The token endpoint returns an error or a page, closes the connection, or never answers. */
  tokens?: 'fails' | 'is_no_json' | 'dies' | 'hangs'
  /** The JWKS endpoint returns an error. */
  keys?: 'fails'
  /** Changes the claims of an ID token before it is signed; undefined leaves a claim out. */
  claims?: (claims: Claims) => Claims
  /** Signs ID tokens with an unpublished key, or not at all. */
  signature?: 'by_another_key' | 'none'
}

/** Key that signs ID tokens. */
export interface SigningKey {
  privateKey: KeyObject
  keyId: string
}

export const MODULUS_BITS = 2048

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function parseClaims(token: string): Claims {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return typeof claims === 'object' && claims !== null ? { ...claims } : {}
}

/** Applies the script to an ID token. */
export function applyScript(token: string, { claims, signature }: GoogleScript, key: SigningKey): string {
  if (claims === undefined && signature === undefined) return token
  const content = encode((claims ?? ((own) => own))(parseClaims(token)))
  if (signature === 'none') return `${encode({ alg: 'none' })}.${content}.`
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid: key.keyId })}.${content}`
  const { privateKey } =
    signature === 'by_another_key' ? generateKeyPairSync('rsa', { modulusLength: MODULUS_BITS }) : key
  return `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`
}

type Fault = 'fails' | 'is_no_json' | 'names_another' | 'hangs' | 'dies'

/** The fault of an endpoint that servers call. */
function faultAt(path: string, script: GoogleScript): Fault | undefined {
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

/** Answers a request with the script's fault; returns false without one. */
export function misbehave(path: string, script: GoogleScript, response: ServerResponse): boolean {
  const fault = faultAt(path, script)
  switch (fault) {
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
