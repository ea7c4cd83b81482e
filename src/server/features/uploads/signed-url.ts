import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { uploadPath } from '../../../shared/uploads.ts'

export const URL_SECONDS = 15 * 60

/** Path of the route that takes the bytes. */
export const UPLOAD_ROUTE = `${uploadPath}:id`

export const signedQuerySchema = z.object({
  /** Seconds since 1970. */
  expires: z.coerce.number().int(),
  signature: z.string().max(100),
})

/** Terms of a signed URL: one file of one user, up to a size and an expiry. */
interface SignedTerms {
  id: string
  userId: string
  /** Maximum bytes; signed, but not part of the URL. */
  limit: number
  /** Seconds since 1970. */
  expires: number
}

/** The key is derived, so that no other signature made with the secret is valid here. */
const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'addresses of uploads', 32))

const signatureOf = (secret: string, { id, userId, expires, limit }: SignedTerms): Buffer =>
  createHmac('sha256', keyOf(secret))
    .update(JSON.stringify([id, userId, expires, limit]))
    .digest()

/** Path and query of the URL to send a file to. */
export function signUploadUrl(secret: string, terms: SignedTerms): string {
  const query = new URLSearchParams({
    expires: String(terms.expires),
    signature: signatureOf(secret, terms).toString('base64url'),
  })
  return `${UPLOAD_ROUTE.replace(':id', terms.id)}?${query.toString()}`
}

/** Whether this installation signed these terms. */
export function isSignatureValid(secret: string, terms: SignedTerms, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(secret, terms)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
