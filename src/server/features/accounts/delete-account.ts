import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { removeHitsOf } from '../../db/rate-limit-store.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import { findSessionById } from './account-data-repo.ts'
import type { AccountDeps } from './account-deps.ts'
import { confirmPerson } from './confirm-person.ts'
import { deletePerson, lockPerson } from './delete-account-repo.ts'
import { addresseeOf, isToBeNotified } from './notices.ts'
import { endSession, personOf, sessionOf } from './sessions.ts'

/** Who has confirmed that they are the person, and from which session. */
interface Confirmed {
  person: UserRow
  sessionId: string
  /** Whether they are told by mail. */
  notify: boolean
}

/**
 * Takes the person away, with all that is theirs, in one transaction.
 *
 * @throws AppError `unauthorized` when the session has ended meanwhile, `conflict` when there is another subscription
 *   than the one that was canceled
 */
async function removePerson(
  deps: Pick<AccountDeps, 'db' | 'leave' | 'postLetter'>,
  { person, sessionId, notify }: Confirmed,
): Promise<(() => Promise<void>)[]> {
  return deps.db.transaction(async (tx) => {
    const now = await lockPerson(tx, person.id)
    if (now === undefined || (await findSessionById(tx, sessionId)) === undefined) {
      throw new AppError('unauthorized', 'Unauthorized')
    }
    // None is as good as the canceled one: the word of its end may have been followed already.
    if (now.stripeSubscriptionId !== null && now.stripeSubscriptionId !== person.stripeSubscriptionId) {
      throw new AppError(
        'conflict',
        'Your subscription has changed just now, so nothing was deleted. Please try again.',
      )
    }
    const afterwards: (() => Promise<void>)[] = []
    for (const leave of deps.leave) {
      const step = await leave(tx, person.id)
      if (step !== null) afterwards.push(step)
    }
    if (notify) await deps.postLetter(tx, { kind: 'notice', notice: 'account_deleted', ...addresseeOf(now) })
    await removeHitsOf(tx, person.id)
    await deletePerson(tx, person.id)
    return afterwards
  })
}

/**
 * Deletes the account of the one who asks, at once and for good. The subscription is canceled first, at its provider,
 * which can be done any number of times: whatever fails after it leaves the account as it was, and it can be deleted
 * again.
 *
 * @throws AppError `wrong_password`, `sign_in_again`, `rate_limited`; `unavailable` when the subscription could not be
 *   canceled, `conflict` when another one was begun meanwhile: nothing is deleted then
 */
export async function deleteAccount(
  deps: AccountDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  currentPassword: string | undefined,
): Promise<void> {
  const person = personOf(request)
  const session = sessionOf(request)
  if (person === null || session === null) throw new AppError('unauthorized', 'Unauthorized')
  await confirmPerson(deps, request, person, currentPassword)
  if (person.stripeSubscriptionId !== null) await deps.endSubscription(person.stripeSubscriptionId)
  const notify = await isToBeNotified(deps, request, person)
  const afterwards = await removePerson(deps, { person, sessionId: session.id, notify })
  logSecurityEvent(request.log, 'account_deleted', person.id)
  for (const step of afterwards) await step()
  await endSession(request, reply)
  request.server.sessionDeps.devices.clear(reply)
}
