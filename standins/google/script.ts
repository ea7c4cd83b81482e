import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
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

/** What ID tokens are signed by. */
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

/** An ID token as the script wants it; the very same one where it wants nothing. */
export function applyScript(token: string, { claims, signature }: GoogleScript, key: SigningKey): string {
  if (claims === undefined && signature === undefined) return token
  const content = encode((claims ?? ((own) => own))(parseClaims(token)))
  if (signature === 'none') return `${encode({ alg: 'none' })}.${content}.`
  const signed = `${encode({ alg: 'RS256', typ: 'JWT', kid: key.keyId })}.${content}`
  const { privateKey } =
    signature === 'by_another_key' ? generateKeyPairSync('rsa', { modulusLength: MODULUS_BITS }) : key
  return `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`
}
