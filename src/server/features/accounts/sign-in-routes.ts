import type { FastifyInstance, FastifyRequest } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Db } from '../../db/database.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import type { AccountDeps } from './account-deps.ts'
import { isWithin } from './account-limits.ts'
import { registerUser } from './register-user.ts'
import { findUserByEmail } from './repo.ts'
import { endSession, personOf, startSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { toUser } from './to-user.ts'

/** Returns whether this browser has signed in before to the account that a request names. */
async function isKnownBrowser(db: Db, request: FastifyRequest, email: string, now: Date): Promise<boolean> {
  const { devices } = request.server.sessionDeps
  if (!devices.isClaimed(request)) return false
  const user = await findUserByEmail(db, email)
  return user !== undefined && devices.isKnown(request, user, now)
}

/** Sign-in by email and password, registration, sign-out. */
export function registerSignInRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, clock, limits } = deps

  addCall(app, calls.currentUser, async ({ request }) => {
    const person = personOf(request)
    if (person === null) throw new AppError('unauthorized', 'Unauthorized')
    return answer(200, toUser(person, clock.now()))
  })

  addCall(app, calls.signInOptions, async () => answer(200, { google: deps.google !== null, mail: deps.canMail }))

  addCall(app, calls.register, async ({ body, request, reply }) => {
    await limits.register(request)
    const user = await registerUser(deps, body, await isWithin(limits.confirmationMail, request))
    logSecurityEvent(request.log, 'account_created', user.id, { by: 'password' })
    await startSession(request, reply, user)
    return answer(201, toUser(user, clock.now()))
  })

  addCall(app, calls.login, async ({ body, request, reply }) => {
    await limits.signInAddress(request)
    if (await isKnownBrowser(db, request, body.email, clock.now())) await limits.signInKnown(request)
    else await limits.signInAccount(request)
    const user = await startSession(request, reply, await signIn({ db, log: request.log }, body))
    logSecurityEvent(request.log, 'sign_in', user.id, { by: 'password' })
    return answer(200, toUser(user, clock.now()))
  })

  addCall(app, calls.logout, async ({ request, reply }) => {
    const person = personOf(request)
    await endSession(request, reply)
    if (person !== null) logSecurityEvent(request.log, 'sign_out', person.id)
    return answer(204, undefined)
  })

  app.get('/api/login', { schema: { summary: 'To the sign-in page', tags: ['auth'] } }, async (_request, reply) =>
    reply.redirect('/login', 302),
  )
}
