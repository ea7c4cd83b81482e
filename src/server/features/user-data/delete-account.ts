import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { removeHitsOf } from '../../db/rate-limit-store.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { defineJobKind, type JobKind } from '../../jobs/job-kind.ts'
import { lockUser } from '../../plans/quota-repo.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Exchange } from '../../platform/http/call-routes.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import type { ObjectStorage } from '../../storage/object-storage.ts'
import { confirmIdentity } from '../accounts/confirm-identity.ts'
import type { AccountContext } from '../accounts/context.ts'
import { enqueueNotice, mayNotify } from '../accounts/email/email-links.ts'
import { sessionOf, userOf } from '../accounts/session/session-plugin.ts'
import { findSessionById } from '../accounts/session/sessions-repo.ts'
import { endSession } from '../accounts/session/start-session.ts'
import { deleteUser } from '../accounts/users-repo.ts'
import type { SyncContext } from '../billing/context.ts'
import { endSubscription } from '../billing/stripe.ts'
import { closeCustomer } from '../billing/sync/jobs.ts'
import { unfinishedQuestionIds } from '../questions/repo.ts'
import type { EventHub } from '../summaries/events.ts'
import { removeModelUsageOf } from '../summaries/model-usage-repo.ts'
import { unfinishedIds } from '../summaries/repo.ts'
import { uploadsOf } from '../uploads/repo.ts'

/** First argument of the use cases that export and delete everything stored about a user. */
export interface UserDataContext extends AccountContext, SyncContext {
  config: Config
  hub: EventHub
}

const removeFilesJob = { name: 'remove-files', data: z.object({ ids: z.array(z.uuid()) }) }

/** Job that deletes the files of deleted uploads. After a day of failures, the cleanup of stray files deletes them. */
export function removeFilesJobKind(storage: ObjectStorage): JobKind<z.infer<typeof removeFilesJob.data>> {
  return defineJobKind({
    ...removeFilesJob,
    concurrency: 1,
    expireInSeconds: 5 * 60,
    retries: { limit: 30, delaySeconds: 5, maxDelaySeconds: 60 * 60 },
    handle: async ({ ids }) => {
      for (const id of ids) await storage.delete(id)
    },
  })
}

/**
 * Deletes a user's rows and enqueues the cleanup of everything else. Returns the ids of the user's unfinished
 * summaries and questions.
 * @throws AppError `unauthorized` when the session has ended meanwhile; `account_changed` when the user has a
 * subscription other than the canceled one
 */
async function deleteRows(
  context: UserDataContext,
  { user, sessionId, notify }: { user: UserRow; sessionId: string; notify: boolean },
): Promise<string[]> {
  return context.db.transaction(async (tx) => {
    const current = await lockUser(tx, user.id)
    if (current === undefined || (await findSessionById(tx, sessionId)) === undefined) {
      throw new AppError('unauthorized', 'Unauthorized')
    }
    // Null when the webhook of the cancellation has been processed already.
    if (current.stripeSubscriptionId !== null && current.stripeSubscriptionId !== user.stripeSubscriptionId) {
      const message = 'Your subscription has just changed, so nothing was deleted. Please try again.'
      throw new AppError('account_changed', message)
    }
    const unfinished = [...(await unfinishedIds(tx, user.id)), ...(await unfinishedQuestionIds(tx, user.id))]
    const ids = (await uploadsOf(tx, user.id)).map(({ id }) => id)
    if (ids.length > 0) await context.queue.send(tx, removeFilesJob, { ids })
    if (current.stripeCustomerId !== null) await closeCustomer(context, tx, current.stripeCustomerId)
    if (notify) await enqueueNotice(context, tx, 'account_deleted', current)
    await removeHitsOf(tx, user.id)
    await removeModelUsageOf(tx, user.id)
    await deleteUser(tx, user.id)
    return unfinished
  })
}

/**
 * Deletes the signed-in user's account permanently. Cancels the subscription at Stripe first, which is idempotent:
 * after a failure the account is as before and can be deleted again.
 * @throws AppError `wrong_password`, `sign_in_again`, `rate_limited`; `unavailable` when the subscription could not be
 * canceled, `account_changed` when another one began meanwhile: nothing is deleted then
 */
export async function deleteAccount(
  context: UserDataContext,
  { request, reply }: Exchange,
  currentPassword: string | undefined,
): Promise<void> {
  const user = userOf(request)
  const session = sessionOf(request)
  if (user === null || session === null) throw new AppError('unauthorized', 'Unauthorized')
  await confirmIdentity(context, request, user, currentPassword)
  if (user.stripeSubscriptionId !== null) await endSubscription(context.stripe, user.stripeSubscriptionId)
  const notify = await mayNotify(context, request, user)
  const unfinished = await deleteRows(context, { user, sessionId: session.id, notify })
  logSecurityEvent(request.log, 'account_deleted', user.id)
  for (const id of unfinished) await context.hub.publish(id, { type: 'deleted' })
  await endSession(request, reply)
  request.server.sessions.knownBrowsers.clear(reply)
}
