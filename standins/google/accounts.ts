import { createHash } from 'node:crypto'

/** What the person at the stand-in's page says about themselves. */
export interface Profile {
  email: string
  emailVerified: boolean
  name: string
  /** Address of a picture; null where there is none. */
  picture: string | null
}

/** Claims of an ID token, beside those that every one has. */
export type Claims = Record<string, unknown>

const SUB_DIGITS = 21
const MAX_PROFILES = 1000

/** The identifier of an account: 21 digits, as Google's look, and always the same for an email address. */
export function subjectOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex')
  return (BigInt(`0x${digest}`) % 10n ** BigInt(SUB_DIGITS)).toString().padStart(SUB_DIGITS, '0')
}

/** The claims that Google makes of a profile; a name of one word has no family name. */
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

/** The accounts that were used since the start, the latest thousand of them. */
export class Accounts {
  readonly #profiles = new Map<string, Profile>()

  /** Keeps a profile, in place of what the account said before, and gives its identifier. */
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
