import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** What stands in the database of the token in a link: a copy of the table opens nothing. SHA-256, base64url. */
export const hashLinkToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Makes a token of 32 random bytes, base64url, and what is kept of it. */
export function createLinkToken(): { token: string; hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

/** Address of the page that a mailed link opens. */
export function linkTo(appUrl: string, page: string, token: string): string {
  const url = new URL(page, appUrl)
  url.searchParams.set('token', token)
  return url.href
}
