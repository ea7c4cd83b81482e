import type { FastifyInstance } from 'fastify'
import { content } from '../../shared/content.ts'
import { days } from '../../shared/retention.ts'
import type { Clock } from './clock.ts'

/** Where it is looked for (RFC 9116, section 3). */
const PATH = '/.well-known/security.txt'
/** Whoever has kept a copy asks again before this; the RFC wants less than a year (section 2.5.5). */
const VALID_DAYS = 180
const CACHE_SECONDS = 24 * 60 * 60

/**
 * Tells whoever has found a weakness where to say so, in the form of RFC 9116. It is never out of date: it says of each
 * day that it holds for half a year from it.
 */
export function serveSecurityContact(app: FastifyInstance, { appUrl, clock }: { appUrl: string; clock: Clock }): void {
  const canonical = new URL(PATH, appUrl).href
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    const today = `${clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`
    const expires = new Date(Date.parse(today) + days(VALID_DAYS)).toISOString()
    const lines = [
      `Contact: mailto:${encodeURI(content.supportEmail)}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${canonical}`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
      .send(`${lines.join('\n')}\n`)
  })
}
