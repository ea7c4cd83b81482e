import { createSign, type KeyObject } from 'node:crypto'
import type { Claims } from './accounts.ts'

/** How the provider misbehaves, for tests: what is left out works as it should. */
export interface GoogleScript {
  /** What discovery answers: an error, a page, another provider's name, nothing ever. */
  discovery?: 'fails' | 'is_no_json' | 'names_another' | 'hangs'
  /** What the token endpoint does: an error, a page, a cut connection, nothing ever. */
  tokens?: 'fails' | 'is_no_json' | 'dies' | 'hangs'
  /** Where the signing keys are published. */
  keys?: 'fails'
  /** Changes the claims of an ID token before it is signed; undefined leaves a claim out. */
  claims?: (claims: Claims) => Claims
  /** How an ID token is signed: by a key that was never published, or not at all. */
  signature?: 'by_another_key' | 'none'
}

/** Keys that ID tokens are signed by. */
export interface SigningKeys {
  published: KeyObject
  /** Claims to be the published one, and is not. */
  other: KeyObject
  keyId: string
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function parseClaims(token: string): Claims {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return typeof claims === 'object' && claims !== null ? { ...claims } : {}
}

/** An ID token as the script wants it; the very same one where it wants nothing. */
export function applyScript(token: string, { claims, signature }: GoogleScript, keys: SigningKeys): string {
  if (claims === undefined && signature === undefined) return token
  const content = encode((claims ?? ((own) => own))(parseClaims(token)))
  if (signature === 'none') return `${encode({ alg: 'none' })}.${content}.`
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid: keys.keyId })}.${content}`
  const key = signature === 'by_another_key' ? keys.other : keys.published
  return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`
}
