import type { Stripe } from 'stripe'
import { isOwing, isRunning } from '../../../../shared/account/subscription-status.ts'
import { content } from '../../../../shared/content.ts'
import { AppError } from '../../../../shared/errors.ts'
import { heldPlan, isFree, planOf } from '../../../../shared/plans/catalogue.ts'
import { formatDay } from '../../../../shared/text/format.ts'
import type { Context } from '../../../db/database.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import { enqueueEmail } from '../../../mail/email-queue.ts'
import { listRunningSubscriptions } from '../checkout/current-subscription.ts'
import { requireBillingUser } from '../checkout/customer.ts'
import type { BillingContext } from '../context.ts'
import { callStripe, nullIfMissing, requireStripe } from '../stripe.ts'
import { endsWithPeriod } from '../sync/subscription-facts.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import {
  type CancellationStatus,
  type CancellationWithUser,
  cancellationsWith,
  findCancellation,
  insertCancellation,
  settleCancellation,
} from './repo.ts'

interface EndingSubscription {
  id: string
  /** Whether it ends immediately rather than with the paid period. */
  atOnce: boolean
}

export interface CancellationOutcome {
  cancellation: CancellationFacts
  subscriptions: EndingSubscription[]
  /** False when the request was answered in the same way before; then nothing is done and no email is sent. */
  settledNow: boolean
}

/** Maximum difference between Stripe's clock and ours. */
const CLOCK_SKEW_MS = 60_000

export function factsOf({ catalogue, clock }: Context, { request, user }: CancellationWithUser) {
  const { id, userId, reason, status, createdAt, processedAt, answer } = request
  const held = heldPlan(user, clock.now())
  return {
    id,
    userId,
    email: user.email,
    plan: planOf(catalogue, held).name,
    /** End of the paid period; null without one. */
    paidUntil: held === null ? null : user.subscriptionExpiresAt,
    /** Whether the plan was given by an operator rather than paid for. */
    isGiven: held !== null && user.planSource === 'operator',
    reason,
    status,
    createdAt,
    processedAt,
    answer,
  }
}
export type CancellationFacts = ReturnType<typeof factsOf>

async function requireCancellation(db: BillingContext['db'], id: string): Promise<CancellationWithUser> {
  const found = await findCancellation(db, id)
  if (found === undefined) throw new AppError('not_found', 'There is no such request.')
  return found
}

/** Lists cancellation requests, oldest first. */
export async function listCancellations(
  context: Context,
  { status, limit }: { status: CancellationStatus | 'all'; limit: number },
): Promise<CancellationFacts[]> {
  const found = await cancellationsWith(context.db, status, limit)
  return found.map((one) => factsOf(context, one))
}

/**
 * Lists the subscriptions that a request ends: those that would renew or have a payment due, except any that started
 * after the request.
 * @throws AppError `customer_unknown` when there should be one, but Stripe does not know the customer
 */
async function subscriptionsToEnd(stripe: Stripe, { request, user }: CancellationWithUser) {
  if (user.stripeCustomerId === null) return []
  const running = await nullIfMissing(listRunningSubscriptions(stripe, user.stripeCustomerId))
  if (running === null) {
    if (user.stripeSubscriptionId === null) return []
    throw new AppError(
      'customer_unknown',
      `Stripe does not know ${user.email}, who has a subscription there. Is STRIPE_SECRET_KEY that of another account, or of test mode? The request stays pending.`,
    )
  }
  const latest = request.createdAt.getTime() + CLOCK_SKEW_MS
  const renews = (one: Stripe.Subscription): boolean => one.items.data.some((item) => !endsWithPeriod(one, item))
  return running.filter((one) => one.start_date * 1000 <= latest && (isOwing(one.status) || renews(one)))
}

/**
 * Sets a subscription to end with its period. With a payment due it ends immediately, because Stripe stops trying to
 * charge only then (https://docs.stripe.com/api/subscriptions/cancel). A missing subscription has ended.
 */
async function endOne(stripe: Stripe, { id, atOnce }: EndingSubscription): Promise<void> {
  const { subscriptions } = stripe
  await nullIfMissing(atOnce ? subscriptions.cancel(id) : subscriptions.update(id, { cancel_at_period_end: true }))
}

async function endAtStripe(context: BillingContext, found: CancellationWithUser, dryRun: boolean) {
  const { stripeCustomerId } = found.user
  if (stripeCustomerId === null) return []
  const stripe = requireStripe(context.stripe)
  return callStripe(async () => {
    const ending = (await subscriptionsToEnd(stripe, found)).map((one) => ({ id: one.id, atOnce: isOwing(one.status) }))
    if (dryRun) return ending
    for (const subscription of ending) await endOne(stripe, subscription)
    await syncCustomer(context, stripeCustomerId)
    return ending
  })
}

/** Settles a request and emails the answer to the user. False when the request was answered before. */
async function settle(
  context: BillingContext,
  { request }: CancellationWithUser,
  answer: { status: 'processed' | 'rejected'; answer: string | null },
): Promise<boolean> {
  const { db, clock, log } = context
  const { id, userId } = request
  const isSettled = await db.transaction(async (tx) => {
    const settled = await settleCancellation(tx, { id }, answer, clock.now())
    if (settled) await enqueueEmail(context, tx, { kind: 'cancellation_answered', requestId: id })
    return settled
  })
  if (isSettled)
    log.info({ event: `billing.cancellation_${answer.status}`, userId, request: id }, 'cancellation request answered')
  return isSettled
}

/**
 * Ends the subscription of a request, with the paid period or immediately, and emails the user. It can be repeated
 * after a crash: a processed request stays as it is.
 * @param dryRun returns the outcome and changes nothing
 * @throws AppError `not_found`; `cancellation_answered` for a rejected request; `unavailable` when Stripe cannot be
 * reached, and the request stays pending
 */
export async function processCancellation(
  context: BillingContext,
  id: string,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<CancellationOutcome> {
  const found = await requireCancellation(context.db, id)
  if (found.request.status === 'rejected')
    throw new AppError('cancellation_answered', 'This request was already rejected.')
  const isPending = found.request.status === 'pending'
  const subscriptions = isPending ? await endAtStripe(context, found, dryRun) : []
  if (dryRun) return { cancellation: factsOf(context, found), subscriptions, settledNow: isPending }
  const settledNow = isPending && (await settle(context, found, { status: 'processed', answer: null }))
  const cancellation = factsOf(context, await requireCancellation(context.db, id))
  if (cancellation.status === 'processed') return { cancellation, subscriptions, settledNow }
  throw new AppError(
    'cancellation_answered',
    'This request was rejected in the meantime, but its subscription still ends.',
  )
}

/**
 * Rejects a request and emails the answer to the user.
 * @param dryRun returns the outcome and changes nothing
 * @throws AppError `not_found`; `cancellation_answered` for a request that was answered, unless it was rejected with
 * the same answer
 */
export async function rejectCancellation(
  context: BillingContext,
  id: string,
  answer: string,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<CancellationOutcome> {
  const found = await requireCancellation(context.db, id)
  const isSettled = !dryRun && (await settle(context, found, { status: 'rejected', answer }))
  const cancellation = factsOf(context, await requireCancellation(context.db, id))
  const settledNow = isSettled || cancellation.status === 'pending'
  if (!settledNow && (cancellation.status !== 'rejected' || cancellation.answer !== answer))
    throw new AppError('cancellation_answered', `This request was already ${cancellation.status}.`)
  return { cancellation, subscriptions: [], settledNow }
}

/** Returns whether there is something to cancel: a paid plan, or a subscription that may charge again without giving one. */
const canCancel = (user: UserRow, now: Date): boolean =>
  !isFree(heldPlan(user, now)) || isRunning(user.subscriptionStatus) || isOwing(user.subscriptionStatus)

/**
 * Stores a user's cancellation request and emails it to the operator, who answers it.
 * @throws AppError `nothing_to_cancel` without a paid plan, or when it is canceled already; `cancellation_pending`
 */
export async function requestCancellation(context: BillingContext, userId: string, reason: string) {
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
    const message = `You’ve already asked for this. We’ll be in touch within ${content.legal.cancellationAnswer}.`
    throw new AppError('cancellation_pending', message)
  }
  log.info({ event: 'billing.cancellation_requested', userId, request: request.id }, 'cancellation requested')
  const { id, status, createdAt } = request
  return { id, reason, status, createdAt: createdAt.toISOString() }
}
