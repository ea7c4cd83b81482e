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

const emailOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'email' in body ? String(body.email).toLowerCase() : ''

function limits(app: FastifyInstance, factor: number) {
  const times = (max: number) => Math.max(1, Math.round(max * factor))
  return {
    signInByAddress: createLimit(app, {
      name: 'sign-in-address',
      max: times(60),
      windowMs: 15 * MINUTE_MS,
      key: (request) => addressKey(request.ip),
      message: 'Too many sign-in attempts. Please wait a few minutes and try again.',
    }),
    signInByAccount: createLimit(app, {
      name: 'sign-in-account',
      max: times(10),
      windowMs: 15 * MINUTE_MS,
      key: (request) => emailOf(request.body),
      message: 'Too many sign-in attempts for this account. Please wait a few minutes and try again.',
    }),
    registerByAddress: createLimit(app, {
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
    await limit.registerByAddress(request)
    const user = await registerUser(db, clock, body)
    await startSession(request, reply, user)
    request.log.info({ userId: user.id }, 'account created')
    return answer(201, toUser(user, clock.now()))
  })

  addCall(app, calls.login, async ({ body, request, reply }) => {
    await limit.signInByAddress(request)
    await limit.signInByAccount(request)
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
