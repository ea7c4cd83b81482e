import type { Stripe } from 'stripe'
import { AppError } from '../../../../shared/errors.ts'
import { planOf } from '../../../../shared/plans/catalogue.ts'
import { heldPlan } from '../../../../shared/plans/entitlements.ts'
import { enqueueEmail } from '../../../mail/email-queue.ts'
import { isPaymentDue, listRunningSubscriptions } from '../checkout/current-subscription.ts'
import type { BillingContext } from '../context.ts'
import { callStripe, nullIfMissing, requireStripe } from '../stripe.ts'
import { endsWithPeriod } from '../sync/subscription-facts.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import {
  type CancellationStatus,
  type CancellationWithUser,
  cancellationsWith,
  findCancellation,
  settleCancellation,
} from './repo.ts'

/** A cancellation request as operators see it. */
export interface CancellationFacts {
  id: string
  userId: string
  email: string
  /** Name of the user's current plan. */
  plan: string
  /** End of the paid period; null without one. */
  paidUntil: Date | null
  /** Whether the plan was given by an operator rather than paid for. */
  isGiven: boolean
  reason: string
  status: CancellationStatus
  createdAt: Date
  processedAt: Date | null
  answer: string | null
}

/** A subscription that ends with a request. */
export interface EndingSubscription {
  id: string
  /** Whether it ends immediately rather than with the paid period. */
  atOnce: boolean
}

/** Result, or preview, of answering a request. */
export interface CancellationOutcome {
  cancellation: CancellationFacts
  subscriptions: EndingSubscription[]
  /** False when the request was answered in the same way before; then nothing is done and no email is sent. */
  settledNow: boolean
}

type ReadContext = Pick<BillingContext, 'db' | 'clock' | 'catalogue'>
type AnswerContext = Omit<BillingContext, 'webhookSecret' | 'production'>

const MAX_LISTED = 1000
/** Maximum difference between Stripe's clock and ours. */
const CLOCK_SKEW_MS = 60_000

export function factsOf({ catalogue, clock }: ReadContext, { request, user }: CancellationWithUser): CancellationFacts {
  const { id, userId, reason, status, createdAt, processedAt, answer } = request
  const held = heldPlan(user, clock.now())
  return {
    id,
    userId,
    email: user.email,
    plan: planOf(catalogue, held).name,
    paidUntil: held === null ? null : user.subscriptionExpiresAt,
    isGiven: held !== null && user.planSource === 'operator',
    reason,
    status,
    createdAt,
    processedAt,
    answer,
  }
}

async function requireCancellation(db: BillingContext['db'], id: string): Promise<CancellationWithUser> {
  const found = await findCancellation(db, id)
  if (found === undefined) throw new AppError('not_found', 'There is no such request.')
  return found
}

/** Lists cancellation requests, oldest first. */
export async function listCancellations(
  context: ReadContext,
  { status = 'pending', limit = MAX_LISTED }: { status?: CancellationStatus | 'all'; limit?: number } = {},
): Promise<CancellationFacts[]> {
  const found = await cancellationsWith(context.db, status, limit)
  return found.map((one) => factsOf(context, one))
}

async function readCancellation(context: ReadContext, id: string): Promise<CancellationFacts> {
  return factsOf(context, await requireCancellation(context.db, id))
}

/**
 * Lists the subscriptions that a request ends: those that would renew or have a payment due, except any that started
 * after the request.
 *
 * @throws AppError `customer_unknown` when there should be one, but Stripe does not know the customer
 */
async function subscriptionsToEnd(
  stripe: Stripe,
  { request, user }: CancellationWithUser,
): Promise<Stripe.Subscription[]> {
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
  return running.filter((one) => one.start_date * 1000 <= latest && (isPaymentDue(one) || renews(one)))
}

const endingOf = (subscription: Stripe.Subscription): EndingSubscription => ({
  id: subscription.id,
  atOnce: isPaymentDue(subscription),
})

/**
 * Sets a subscription to end with its period. With a payment due it ends immediately, because Stripe stops trying to
 * charge only then (https://docs.stripe.com/api/subscriptions/cancel). A missing subscription has ended.
 */
async function endOne(stripe: Stripe, { id, atOnce }: EndingSubscription): Promise<void> {
  const { subscriptions } = stripe
  await nullIfMissing(atOnce ? subscriptions.cancel(id) : subscriptions.update(id, { cancel_at_period_end: true }))
}

async function endAtStripe(context: AnswerContext, found: CancellationWithUser): Promise<EndingSubscription[]> {
  const { stripeCustomerId } = found.user
  if (stripeCustomerId === null) return []
  const stripe = requireStripe(context.stripe)
  return callStripe(async () => {
    const ending = (await subscriptionsToEnd(stripe, found)).map(endingOf)
    for (const subscription of ending) await endOne(stripe, subscription)
    await syncCustomer(context, stripeCustomerId)
    return ending
  })
}

/** @throws AppError `cancellation_answered` for a request that was rejected */
function refuseRejected({ request }: CancellationWithUser): void {
  if (request.status === 'rejected') throw new AppError('cancellation_answered', 'This request was rejected already.')
}

/** Previews processing a request. @throws AppError as `processCancellation` */
export async function previewCancellation(context: AnswerContext, id: string): Promise<CancellationOutcome> {
  const found = await requireCancellation(context.db, id)
  refuseRejected(found)
  const settledNow = found.request.status === 'pending'
  const mayEnd = settledNow && found.user.stripeCustomerId !== null
  const ending = mayEnd ? await callStripe(async () => subscriptionsToEnd(requireStripe(context.stripe), found)) : []
  return { cancellation: factsOf(context, found), subscriptions: ending.map(endingOf), settledNow }
}

/**
 * Ends the subscription of a request, with the paid period or immediately, and emails the user. It can be repeated after
 * a crash: a processed request stays as it is.
 *
 * @throws AppError `not_found`; `cancellation_answered` for a rejected request; `unavailable` when Stripe cannot be reached: the request
 *   stays pending
 */
export async function processCancellation(context: AnswerContext, id: string): Promise<CancellationOutcome> {
  const { db, clock, log } = context
  const found = await requireCancellation(db, id)
  refuseRejected(found)
  let subscriptions: EndingSubscription[] = []
  let settledNow = false
  if (found.request.status === 'pending') {
    subscriptions = await endAtStripe(context, found)
    const settled = await db.transaction(async (tx) => {
      const row = await settleCancellation(tx, id, { status: 'processed', answer: null }, clock.now())
      if (row !== undefined) await enqueueEmail(context, tx, { kind: 'cancellation_answered', requestId: id })
      return row
    })
    settledNow = settled !== undefined
    if (settled !== undefined) {
      log.info(
        { event: 'billing.cancellation_processed', userId: settled.userId, request: id },
        'cancellation processed',
      )
    }
  }
  const cancellation = await readCancellation(context, id)
  if (cancellation.status === 'processed') return { cancellation, subscriptions, settledNow }
  throw new AppError('cancellation_answered', 'This request was rejected meanwhile, but its subscription ends.')
}

/** @throws AppError `cancellation_answered` for a request that was answered, unless it was rejected with the same answer */
function refuseOtherAnswer(cancellation: CancellationFacts, answer: string): void {
  if (cancellation.status === 'rejected' && cancellation.answer === answer) return
  throw new AppError('cancellation_answered', `This request was ${cancellation.status} already.`)
}

/** Previews rejecting a request. @throws AppError as `rejectCancellation` */
export async function previewRejection(context: ReadContext, id: string, answer: string): Promise<CancellationOutcome> {
  const cancellation = await readCancellation(context, id)
  const settledNow = cancellation.status === 'pending'
  if (!settledNow) refuseOtherAnswer(cancellation, answer)
  return { cancellation, subscriptions: [], settledNow }
}

/**
 * Rejects a request and emails the answer to the user.
 *
 * @throws AppError `not_found`; `cancellation_answered` for a request that was answered, unless it was rejected with the same answer
 */
export async function rejectCancellation(
  context: AnswerContext,
  id: string,
  answer: string,
): Promise<CancellationOutcome> {
  const { db, clock, log } = context
  const settled = await db.transaction(async (tx) => {
    const row = await settleCancellation(tx, id, { status: 'rejected', answer }, clock.now())
    if (row !== undefined) await enqueueEmail(context, tx, { kind: 'cancellation_answered', requestId: id })
    return row
  })
  const cancellation = await readCancellation(context, id)
  const settledNow = settled !== undefined
  if (settledNow) {
    log.info(
      { event: 'billing.cancellation_rejected', userId: cancellation.userId, request: id },
      'cancellation rejected',
    )
  } else refuseOtherAnswer(cancellation, answer)
  return { cancellation, subscriptions: [], settledNow }
}
