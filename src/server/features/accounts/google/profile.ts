import { z } from 'zod'
import { registerSchema } from '../../../../shared/accounts.ts'

/** What Google says about a person, as far as it can be used. */
export interface GoogleProfile {
  /** Identifier of the account at Google: it never changes, as the address may. */
  googleId: string
  email: string
  firstName: string | null
  lastName: string | null
  pictureUrl: string | null
}

const MAX_PICTURE_CHARACTERS = 2000

const { email, firstName: name } = registerSchema.shape

const pictureUrl = z
  .string()
  .max(MAX_PICTURE_CHARACTERS)
  .refine((value) => URL.canParse(value) && new URL(value).protocol === 'https:')

const claimsSchema = z.object({
  // OpenID Connect Core, section 2: at most 255 ASCII characters.
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  email: email.nullable().catch(null),
  // The word "true" is no proof: whoever says so does not follow the standard.
  email_verified: z.literal(true).nullable().catch(null),
  given_name: name.nullable().catch(null),
  family_name: name.nullable().catch(null),
  name: name.nullable().catch(null),
  picture: pictureUrl.nullable().catch(null),
})

/**
 * The profile in the claims of a checked ID token.
 *
 * @returns null where Google does not vouch for an email address
 */
export function toProfile(claims: unknown): GoogleProfile | null {
  const said = claimsSchema.parse(claims)
  if (said.email === null || said.email_verified === null) return null
  return {
    googleId: said.sub,
    email: said.email,
    firstName: said.given_name ?? said.name,
    lastName: said.given_name === null ? null : said.family_name,
    pictureUrl: said.picture,
  }
}
