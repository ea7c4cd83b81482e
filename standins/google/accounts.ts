import { createHash } from 'node:crypto'

/** Profile entered on the sign-in page. */
export interface Profile {
  email: string
  emailVerified: boolean
  name: string
  /** URL of a picture, or null. */
  picture: string | null
}

/** Claims of an ID token besides the standard ones. */
export type Claims = Record<string, unknown>

const SUB_DIGITS = 21
const MAX_PROFILES = 1000

/** Subject identifier: 21 digits like Google's, always the same for an email. */
export function subjectOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return (BigInt(`0x${digest}`) % 10n ** BigInt(SUB_DIGITS)).toString().padStart(SUB_DIGITS, '0')
}

/** Claims that Google derives from a profile; a name of one word has no family name. */
export function claimsOf({ email, emailVerified, name, picture }: Profile): Claims {
  const [given = '', ...rest] = name.split(' ').filter(Boolean)
  const family = rest.join(' ')
  return {
    email,
    email_verified: emailVerified,
    ...(given === '' ? {} : { name: [given, ...rest].join(' '), given_name: given }),
    ...(family === '' ? {} : { family_name: family }),
    ...(picture === null ? {} : { picture }),
  }
}

/** Accounts used since the start, at most the latest thousand. */
export class Accounts {
  readonly #profiles = new Map<string, Profile>()

  /** Stores a profile, replacing the account's earlier one, and returns its identifier. */
  keep(profile: Profile): string {
    const sub = subjectOf(profile.email)
    this.#profiles.delete(sub)
    this.#profiles.set(sub, profile)
    const [oldest] = this.#profiles.keys()
    if (this.#profiles.size > MAX_PROFILES && oldest !== undefined) this.#profiles.delete(oldest)
    return sub
  }

  find(sub: string): Profile | undefined {
    return this.#profiles.get(sub)
  }
}
