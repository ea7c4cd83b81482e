import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Db } from '../../db/database.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import type { Clock } from '../../platform/clock.ts'
import { addressKey, createLimit } from '../../platform/limits.ts'
import { registerUser } from './register-user.ts'
import { endSession, personOf, startSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { toUser } from './to-user.ts'

const MINUTE_MS = 60_000

export interface AccountOptions {
  db: Db
  clock: Clock
  rateLimitFactor: number
}

/** Names an account in a counter without keeping its address there, however long it is. */
function accountKey(body: unknown): string {
  const email = typeof body === 'object' && body !== null && 'email' in body ? String(body.email).toLowerCase() : ''
  return createHash('sha256').update(email).digest('base64url')
}

const TOO_MANY_SIGN_INS = 'Too many sign-in attempts. Please wait a few minutes and try again.'

/**
 * The narrow limit counts an account and an address together, so that a stranger's attempts do not lock the owner out;
 * the wide ones stop guessing at one account from many addresses, and at many accounts from one.
 */
function limits(app: FastifyInstance, factor: number) {
  const times = (max: number) => Math.max(1, Math.round(max * factor))
  const signIn = { windowMs: 15 * MINUTE_MS, message: TOO_MANY_SIGN_INS }
  return {
    signIn: [
      createLimit(app, {
        ...signIn,
        name: 'sign-in-here',
        max: times(10),
        key: (request) => `${accountKey(request.body)} ${addressKey(request.ip)}`,
      }),
      createLimit(app, {
        ...signIn,
        name: 'sign-in-account',
        max: times(100),
        key: (request) => accountKey(request.body),
      }),
      createLimit(app, {
        ...signIn,
        name: 'sign-in-address',
        max: times(60),
        key: (request) => addressKey(request.ip),
      }),
    ],
    register: createLimit(app, {
      name: 'register-address',
      max: times(20),
      windowMs: 60 * MINUTE_MS,
      key: (request) => addressKey(request.ip),
      message: 'Too many new accounts from this network. Please try again later.',
    }),
  }
}

/** Sign-in by email and password. */
export function registerAccountRoutes(app: FastifyInstance, { db, clock, rateLimitFactor }: AccountOptions): void {
  const limit = limits(app, rateLimitFactor)

  addCall(app, calls.currentUser, async ({ request }) => {
    const person = personOf(request)
    if (person === null) throw new AppError('unauthorized', 'Unauthorized')
    return answer(200, toUser(person, clock.now()))
  })

  addCall(app, calls.register, async ({ body, request, reply }) => {
    await limit.register(request)
    const user = await registerUser(db, clock, body)
    await startSession(request, reply, user)
    request.log.info({ userId: user.id }, 'account created')
    return answer(201, toUser(user, clock.now()))
  })

  addCall(app, calls.login, async ({ body, request, reply }) => {
    for (const check of limit.signIn) await check(request)
    const user = await signIn(db, body)
    await startSession(request, reply, user)
    request.log.info({ userId: user.id }, 'signed in')
    return answer(200, toUser(user, clock.now()))
  })

  addCall(app, calls.logout, async ({ request, reply }) => {
    await endSession(request, reply)
    return answer(204, undefined)
  })

  app.get('/api/login', { schema: { summary: 'To the sign-in page', tags: ['auth'] } }, async (_request, reply) =>
    reply.redirect('/login', 302),
  )
}
