import type { Cancellation } from '../../../../shared/account/billing.ts'
import { isOwing, isRunning } from '../../../../shared/account/subscription-status.ts'
import { content } from '../../../../shared/content.ts'
import { AppError } from '../../../../shared/errors.ts'
import { heldPlan, isFree } from '../../../../shared/plans/catalogue.ts'
import { formatDay } from '../../../../shared/text/format.ts'
import { enqueueEmail } from '../../../mail/email-queue.ts'
import { requireBillingUser } from '../checkout/customer.ts'
import type { BillingContext } from '../context.ts'
import type { BillingUser } from '../repo.ts'
import { insertCancellation } from './repo.ts'

/** Returns whether there is something to cancel: a paid plan, or a subscription that may charge again without giving one. */
const canCancel = (user: BillingUser, now: Date): boolean =>
  !isFree(heldPlan(user, now)) || isRunning(user.subscriptionStatus) || isOwing(user.subscriptionStatus)

/**
 * Stores a user's cancellation request and emails it to the operator, who answers it.
 * @throws AppError `nothing_to_cancel` without a paid plan, or when it is canceled already; `cancellation_pending`
 */
export async function requestCancellation(
  context: BillingContext,
  userId: string,
  reason: string,
): Promise<Cancellation> {
  const { db, clock, log } = context
  const now = clock.now()
  const user = await requireBillingUser(db, userId)
  if (!canCancel(user, now)) {
    throw new AppError('nothing_to_cancel', 'You have no paid plan, so there is nothing to cancel.')
  }
  const end = user.subscriptionExpiresAt
  if (user.cancelAtPeriodEnd && end !== null && end > now) {
    const message = `Your subscription is already canceled. You keep your plan until ${formatDay(end)}.`
    throw new AppError('nothing_to_cancel', message)
  }
  const request = await db.transaction(async (tx) => {
    const row = await insertCancellation(tx, { userId, reason }, now)
    if (row !== undefined) await enqueueEmail(context, tx, { kind: 'cancellation_requested', requestId: row.id })
    return row
  })
  if (request === undefined) {
    const message = `You've already asked for this. We'll be in touch within ${content.legal.cancellationAnswer}.`
    throw new AppError('cancellation_pending', message)
  }
  log.info({ event: 'billing.cancellation_requested', userId, request: request.id }, 'cancellation requested')
  const { id, status, createdAt } = request
  return { id, reason, status, createdAt: createdAt.toISOString() }
}
