import { type Cancellation, isOwing } from '../../../shared/billing.ts'
import { content } from '../../../shared/content.ts'
import { AppError } from '../../../shared/errors.ts'
import { isFree } from '../../../shared/plans/catalogue.ts'
import { heldPlan } from '../../../shared/plans/entitlements.ts'
import { type EmailContext, enqueueEmail } from '../../mail/email-queue.ts'
import type { BillingDeps } from './billing-deps.ts'
import { type CancellationRow, insertCancellation } from './cancellations-repo.ts'
import { requirePayer } from './customer.ts'
import type { Payer } from './customer-repo.ts'
import { dayOf } from './words.ts'

export type RequestCancellationDeps = EmailContext & Pick<BillingDeps, 'db' | 'clock' | 'log'>

/** Whether a subscription may charge again, whether or not it gives anything now. */
const mayCharge = (status: string | null): boolean => status === 'active' || status === 'trialing' || isOwing(status)

/** Whether there is something to cancel: a paid plan, whoever gave it, or a subscription that still wants money. */
const canCancel = (payer: Payer, now: Date): boolean =>
  !isFree(heldPlan(payer, now)) || mayCharge(payer.subscriptionStatus)

/** A request as its person sees it. */
const toCancellation = ({ id, reason, status, createdAt }: CancellationRow): Cancellation => ({
  id,
  reason,
  status,
  createdAt: createdAt.toISOString(),
})

/**
 * Takes a person's request to cancel, for an operator to answer: the operator is mailed it.
 *
 * @throws AppError `conflict` where there is nothing to cancel, its end is settled already, or a request waits
 */
export async function requestCancellation(
  context: RequestCancellationDeps,
  userId: string,
  reason: string,
): Promise<Cancellation> {
  const { db, clock, log } = context
  const now = clock.now()
  const payer = await requirePayer(db, userId)
  if (!canCancel(payer, now)) {
    throw new AppError('conflict', 'You have no paid plan, so there is nothing to cancel.')
  }
  const end = payer.subscriptionExpiresAt
  if (payer.cancelAtPeriodEnd && end !== null && end > now) {
    throw new AppError('conflict', `Your subscription is canceled already. You keep your plan until ${dayOf(end)}.`)
  }
  const request = await db.transaction(async (tx) => {
    const row = await insertCancellation(tx, { userId, reason }, now)
    if (row !== undefined) await enqueueEmail(context, tx, { kind: 'cancellation_requested', requestId: row.id })
    return row
  })
  if (request === undefined) {
    const { cancellationAnswer } = content.legal
    throw new AppError('conflict', `You've already asked for this. We'll be in touch within ${cancellationAnswer}.`)
  }
  log.info({ userId, request: request.id }, 'a cancellation was asked for')
  return toCancellation(request)
}
