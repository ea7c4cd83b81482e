import { z } from 'zod'
import { registerSchema } from '../../../../shared/accounts.ts'

/** A user's profile at a provider. */
export interface OpenIdProfile {
  /** Id of the account at the provider. Unlike the email, it never changes. */
  subject: string
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
  // The string "true" does not follow the standard, so it is not trusted.
  email_verified: z.literal(true).nullable().catch(null),
  given_name: name.nullable().catch(null),
  family_name: name.nullable().catch(null),
  name: name.nullable().catch(null),
  picture: pictureUrl.nullable().catch(null),
})

/** Parses the claims of a verified ID token; null without an email that the provider has verified. */
export function toProfile(claims: unknown): OpenIdProfile | null {
  const parsed = claimsSchema.parse(claims)
  if (parsed.email === null || parsed.email_verified === null) return null
  return {
    subject: parsed.sub,
    email: parsed.email,
    firstName: parsed.given_name ?? parsed.name,
    lastName: parsed.given_name === null ? null : parsed.family_name,
    pictureUrl: parsed.picture,
  }
}
