import { randomBytes } from 'node:crypto'
import { isMissing, isSeen, openSocket } from './standin-socket.mjs'

const NAMES = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER']
const CALLBACK = '/api/auth/google/callback'

/**
 * Who signs people in where Google is not set up; null where nobody has to.
 *
 * @returns {Promise<import('./standins.mjs').Standin | null>}
 */
export async function standInForGoogle({ appUrl, port }) {
  if (!isMissing(NAMES) || !isSeen() || !URL.canParse(CALLBACK, appUrl)) return null
  const { socket, url } = await openSocket(Number(port) + 1)
  const clientId = 'precis-local'
  const clientSecret = randomBytes(32).toString('base64url')
  return {
    name: 'Google',
    env: { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: url },
    line: `Google is stood in for on ${url}: any address signs in.`,
    order: { standin: 'google', clientId, clientSecret, redirectUris: [new URL(CALLBACK, appUrl).href] },
    socket,
  }
}
