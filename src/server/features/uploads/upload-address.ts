import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { uploadPath } from '../../../shared/uploads.ts'

/** How long a person has to begin sending. */
export const ADDRESS_SECONDS = 15 * 60

/** Path of the route that takes the bytes. */
export const UPLOAD_ROUTE = `${uploadPath}:id`

/** What stands in the address beside the id. */
export const addressQuerySchema = z.object({
  /** Seconds since 1970. */
  expires: z.coerce.number().int(),
  signature: z.string().max(100),
})

/** What an address is good for: one file of one person, up to a size and a moment. */
export interface AddressTerms {
  id: string
  userId: string
  /** Bytes; it is signed, but does not stand in the address. */
  limit: number
  /** Seconds since 1970. */
  expires: number
}

/** Signs the addresses that files are sent to, and knows its own again. */
export interface AddressSigner {
  /** Path and query of an address. */
  sign(terms: AddressTerms): string
  isOwn(terms: AddressTerms, signature: string): boolean
}

/** @param secret of the installation; the key is another one, so that no signature made for something else fits here */
export function createAddressSigner(secret: string): AddressSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'addresses of uploads', 32))
  const signatureOf = ({ id, userId, expires, limit }: AddressTerms): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, userId, expires, limit]))
      .digest()
  return {
    sign: (terms) => {
      const query = new URLSearchParams({
        expires: String(terms.expires),
        signature: signatureOf(terms).toString('base64url'),
      })
      return `${UPLOAD_ROUTE.replace(':id', terms.id)}?${query.toString()}`
    },
    isOwn: (terms, signature) => {
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(terms)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
