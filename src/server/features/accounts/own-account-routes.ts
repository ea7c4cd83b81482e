import type { FastifyInstance, FastifyRequest } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import type { AccountDeps } from './account-deps.ts'
import { changePassword } from './change-password.ts'
import { isSignedInLately } from './confirm-person.ts'
import { findPendingEmail, writeName } from './own-account-repo.ts'
import { endAllSessions, endOneSession, listOwnSessions } from './own-sessions.ts'
import { personOf } from './sessions.ts'
import { toUser } from './to-user.ts'

/**
 * The person behind a request, as a row.
 *
 * @throws AppError `unauthorized` when nobody is signed in
 */
export function requirePerson(request: FastifyRequest): UserRow {
  const person = personOf(request)
  if (person === null) throw new AppError('unauthorized', 'Unauthorized')
  return person
}

/** What people see and change of their own account: how they sign in, their name, password and sessions. */
export function registerOwnAccountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, clock } = deps

  addCall(app, calls.account, async ({ request }) => {
    const person = requirePerson(request)
    const now = clock.now()
    return answer(200, {
      hasPassword: person.password !== null,
      googleConnected: person.googleId !== null,
      pendingEmail: await findPendingEmail(db, person.id, now),
      signedInLately: isSignedInLately(request, now),
    })
  })

  addCall(app, calls.changeName, async ({ body, request }) => {
    const now = clock.now()
    const person = await writeName(db, requirePerson(request).id, body, now)
    if (person === undefined) throw new AppError('unauthorized', 'Unauthorized')
    return answer(200, toUser(person, now))
  })

  addCall(app, calls.changePassword, async ({ body, request, reply }) => {
    const person = await changePassword(deps, { request, reply }, requirePerson(request), body)
    return answer(200, toUser(person, clock.now()))
  })

  addCall(app, calls.listSessions, async ({ request }) => answer(200, await listOwnSessions(deps, request)))

  addCall(app, calls.endSession, async ({ params, request, reply }) => {
    await endOneSession(deps, { request, reply }, params.id)
    return answer(204, undefined)
  })

  addCall(app, calls.endSessions, async ({ query, request, reply }) => {
    await endAllSessions(deps, { request, reply }, query.keep === 'current')
    return answer(204, undefined)
  })
}
