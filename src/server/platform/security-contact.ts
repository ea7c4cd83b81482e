import type { FastifyInstance } from 'fastify'
import { content } from '../../shared/content.ts'
import { days } from '../../shared/retention.ts'
import type { Clock } from './clock.ts'

/** Defined by RFC 9116, section 3. */
const PATH = '/.well-known/security.txt'
/** RFC 9116, section 2.5.5, recommends less than a year. */
const VALID_DAYS = 180
const CACHE_SECONDS = 24 * 60 * 60

/** Serves the contact for reporting vulnerabilities (RFC 9116). It always expires half a year from today. */
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
