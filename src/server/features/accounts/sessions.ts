import cookie from '@fastify/cookie'
import session from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { signedInCookie } from '../../../shared/accounts.ts'
import type { Db } from '../../db/database.ts'
import type { UserRow } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { SessionStore } from './session-store.ts'

/** How long a browser stays signed in. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000
/** The cookie whose value is the key to a session. */
export const sessionCookieName = 'precis.sid'

export interface SessionOptions {
  db: Db
  clock: Clock
  secret: string
  /** Browsers send the cookies over HTTPS only. */
  secure: boolean
}

const secureAttribute = /;\s*secure\s*(?:;|$)/i
const withSecure = (cookie: string): string => (secureAttribute.test(cookie) ? cookie : `${cookie}; Secure`)

/**
 * Makes every cookie of an app a Secure one. The session plugin would do it too, but then it looks at the scheme of each
 * request, and behind a proxy that ends TLS without saying so it would leave people signed out without a word.
 */
function secureCookies(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const cookies = [reply.getHeader('set-cookie') ?? []].flat()
    if (cookies.length > 0) {
      reply.removeHeader('set-cookie')
      reply.header('set-cookie', cookies.map(String).map(withSecure))
    }
  })
}

/** Reads the session of each request and sets `request.actor`. */
export const sessionPlugin = fp(
  async (app: FastifyInstance, options: SessionOptions) => {
    await app.register(cookie)
    await app.register(session, {
      secret: options.secret,
      cookieName: sessionCookieName,
      cookie: { httpOnly: true, sameSite: 'lax', secure: false, path: '/', maxAge: LIFETIME_MS },
      store: new SessionStore(options.db, options.clock, LIFETIME_MS),
      saveUninitialized: false,
      rolling: false,
    })
    // After the plugins, whose hooks write the cookies.
    if (options.secure) secureCookies(app)
    app.decorateRequest('actor', null)
    app.addHook('onRequest', async (request) => {
      const person = personOf(request)
      request.actor = person === null ? null : { userId: person.id, plan: person.subscriptionPlan }
    })
  },
  { name: 'sessions' },
)

/** The signed-in person's row, as read with the session. */
export function personOf(request: FastifyRequest): UserRow | null {
  return request.session.person ?? null
}

/** Signs a person in under a new session id, so that an id known before is worth nothing. */
export async function startSession(request: FastifyRequest, reply: FastifyReply, user: UserRow): Promise<void> {
  await request.session.regenerate()
  request.session.userId = user.id
  const agent = request.headers['user-agent']
  if (agent !== undefined) request.session.userAgent = agent.slice(0, 300)
  await request.session.save()
  reply.setCookie(signedInCookie, '1', {
    path: '/',
    sameSite: 'lax',
    httpOnly: false,
    maxAge: LIFETIME_MS / 1000,
  })
}

/** Signs out: the session's row goes, so a copy of the cookie is worth nothing. */
export async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await request.session.destroy()
  reply.clearCookie(sessionCookieName, { path: '/' })
  reply.clearCookie(signedInCookie, { path: '/' })
}
