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
const COOKIE_NAME = 'precis.sid'

export interface SessionOptions {
  db: Db
  clock: Clock
  secret: string
  /** Send the cookie over HTTPS only. */
  secure: boolean
}

/** Reads the session of each request and sets `request.actor`. */
export const sessionPlugin = fp(
  async (app: FastifyInstance, options: SessionOptions) => {
    await app.register(cookie)
    await app.register(session, {
      secret: options.secret,
      cookieName: COOKIE_NAME,
      cookie: { httpOnly: true, sameSite: 'lax', secure: options.secure, path: '/', maxAge: LIFETIME_MS },
      store: new SessionStore(options.db, options.clock, LIFETIME_MS),
      saveUninitialized: false,
      rolling: false,
    })
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
    secure: request.session.cookie.secure === true,
    maxAge: LIFETIME_MS / 1000,
  })
}

/** Signs out: the session's row goes, so a copy of the cookie is worth nothing. */
export async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await request.session.destroy()
  reply.clearCookie(COOKIE_NAME, { path: '/' })
  reply.clearCookie(signedInCookie, { path: '/' })
}
