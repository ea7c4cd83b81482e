import type { Stripe } from 'stripe'
import { AppError } from '../../../shared/errors.ts'
import { planOf } from '../../../shared/plans/catalogue.ts'
import { heldPlan } from '../../../shared/plans/entitlements.ts'
import { type EmailContext, enqueueEmail } from '../../mail/email-queue.ts'
import type { BillingDeps } from './billing-deps.ts'
import {
  type CancellationStatus,
  cancellationsWith,
  findCancellation,
  type OwnedCancellation,
  settleCancellation,
} from './cancellations-repo.ts'
import { subscriptionsThatRun, waitsForMoney } from './standing.ts'
import { askStripe, isMissing, requireStripe, unlessMissing } from './stripe-errors.ts'
import { endsWithPeriod } from './subscription-facts.ts'
import { syncCustomer } from './sync-customer.ts'

/** A request to cancel, as operators see it. */
export interface CancellationFacts {
  id: string
  userId: string
  email: string
  /** Name of the plan that the person has now. */
  plan: string
  /** Until when it is paid for; null where it is not. */
  paidUntil: Date | null
  /** Whether the plan is not paid for, but was given by an operator. */
  isGiven: boolean
  reason: string
  status: CancellationStatus
  createdAt: Date
  processedAt: Date | null
  answer: string | null
}

/** A subscription that a request ends. */
export interface EndingSubscription {
  id: string
  /** Whether it ends now; else with the period that is paid for. */
  atOnce: boolean
}

/** What an answer to a request comes to, or would come to. */
export interface CancellationOutcome {
  cancellation: CancellationFacts
  subscriptions: EndingSubscription[]
  /** False for a request that had been answered so before: nothing is done again, and nobody mailed. */
  settledNow: boolean
}

export type ReadCancellationDeps = Pick<BillingDeps, 'db' | 'clock' | 'catalogue'>
export type ProcessCancellationDeps = ReadCancellationDeps &
  EmailContext &
  Pick<BillingDeps, 'log' | 'stripe' | 'restartUsage' | 'appUrl'>

const MOST_LISTED = 1000
/** Clocks of Stripe and of the product may differ by as much. */
const CLOCK_SKEW_MS = 60_000

/** A request with its person, as operators read it. */
export function factsOf(
  { catalogue, clock }: ReadCancellationDeps,
  { request, person }: OwnedCancellation,
): CancellationFacts {
  const { id, userId, reason, status, createdAt, processedAt, answer } = request
  const held = heldPlan(person, clock.now())
  return {
    id,
    userId,
    email: person.email,
    plan: planOf(catalogue, held).name,
    paidUntil: held === null ? null : person.subscriptionExpiresAt,
    isGiven: held !== null && person.planSource === 'operator',
    reason,
    status,
    createdAt,
    processedAt,
    answer,
  }
}

async function requireCancellation(db: BillingDeps['db'], id: string): Promise<OwnedCancellation> {
  const found = await findCancellation(db, id)
  if (found === undefined) throw new AppError('not_found', 'There is no such request.')
  return found
}

/** Requests to cancel, the oldest first. */
export async function listCancellations(
  deps: ReadCancellationDeps,
  { status = 'pending', limit = MOST_LISTED }: { status?: CancellationStatus | 'all'; limit?: number } = {},
): Promise<CancellationFacts[]> {
  const found = await cancellationsWith(deps.db, status, limit)
  return found.map((one) => factsOf(deps, one))
}

async function readCancellation(deps: ReadCancellationDeps, id: string): Promise<CancellationFacts> {
  return factsOf(deps, await requireCancellation(deps.db, id))
}

/**
 * The subscriptions that a request is about: those that run and would renew themselves, or owe money. One that began
 * after the request is another, which nobody wants canceled.
 *
 * @throws AppError `conflict` where there should be one, and Stripe does not even know the customer
 */
async function subscriptionsToEnd(
  stripe: Stripe,
  { request, person }: OwnedCancellation,
): Promise<Stripe.Subscription[]> {
  if (person.stripeCustomerId === null) return []
  const running = await unlessMissing(subscriptionsThatRun(stripe, person.stripeCustomerId))
  if (running === null) {
    if (person.stripeSubscriptionId === null) return []
    throw new AppError(
      'conflict',
      `Stripe does not know ${person.email}, who has a subscription there. Is STRIPE_SECRET_KEY that of another account, or of test mode? The request waits on.`,
    )
  }
  const latest = request.createdAt.getTime() + CLOCK_SKEW_MS
  const renews = (one: Stripe.Subscription): boolean => one.items.data.some((item) => !endsWithPeriod(one, item))
  return running.filter((one) => one.start_date * 1000 <= latest && (waitsForMoney(one) || renews(one)))
}

/** One that waits for money ends at once. */
const endingOf = (subscription: Stripe.Subscription): EndingSubscription => ({
  id: subscription.id,
  atOnce: waitsForMoney(subscription),
})

/**
 * Sets a subscription to end with its period. One that waits for money ends at once, because Stripe would try to charge
 * what is open for as long as it runs, and tries no more once it is canceled
 * (https://docs.stripe.com/api/subscriptions/cancel). Doing it again changes nothing, and one that is gone has ended.
 */
async function endOne(stripe: Stripe, { id, atOnce }: EndingSubscription): Promise<void> {
  try {
    if (atOnce) await stripe.subscriptions.cancel(id)
    else await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function endAtStripe(deps: ProcessCancellationDeps, found: OwnedCancellation): Promise<EndingSubscription[]> {
  const { stripeCustomerId } = found.person
  if (stripeCustomerId === null) return []
  const stripe = requireStripe(deps.stripe)
  return askStripe(async () => {
    const ending = (await subscriptionsToEnd(stripe, found)).map(endingOf)
    for (const subscription of ending) await endOne(stripe, subscription)
    await syncCustomer(deps, stripeCustomerId)
    return ending
  })
}

/** @throws AppError `conflict` for a request that was rejected */
function refuseRejected({ request }: OwnedCancellation): void {
  if (request.status === 'rejected') throw new AppError('conflict', 'This request was rejected already.')
}

/**
 * What processing a request would come to, for a look before it is done.
 *
 * @throws AppError as processing it would
 */
export async function previewCancellation(deps: ProcessCancellationDeps, id: string): Promise<CancellationOutcome> {
  const found = await requireCancellation(deps.db, id)
  refuseRejected(found)
  const settledNow = found.request.status === 'pending'
  const mayEnd = settledNow && found.person.stripeCustomerId !== null
  const ending = mayEnd ? await askStripe(async () => subscriptionsToEnd(requireStripe(deps.stripe), found)) : []
  return { cancellation: factsOf(deps, found), subscriptions: ending.map(endingOf), settledNow }
}

/**
 * Does what a request asks for: the subscription ends with the period that is paid for, or at once, and its person is
 * mailed so. A request that is processed already stays as it is, so after a crash at any point it can be begun again.
 *
 * @throws AppError `not_found`; `conflict` for one that was rejected; `unavailable` when Stripe cannot be asked: the
 *   request waits on
 */
export async function processCancellation(deps: ProcessCancellationDeps, id: string): Promise<CancellationOutcome> {
  const { db, clock, log } = deps
  const found = await requireCancellation(db, id)
  refuseRejected(found)
  let subscriptions: EndingSubscription[] = []
  let settledNow = false
  if (found.request.status === 'pending') {
    subscriptions = await endAtStripe(deps, found)
    const settled = await db.transaction(async (tx) => {
      const row = await settleCancellation(tx, id, { status: 'processed', answer: null }, clock.now())
      if (row !== undefined) await enqueueEmail(deps, tx, { kind: 'cancellation_answered', requestId: id })
      return row
    })
    settledNow = settled !== undefined
    if (settled !== undefined) log.info({ userId: settled.userId, request: id }, 'a cancellation was processed')
  }
  const cancellation = await readCancellation(deps, id)
  if (cancellation.status === 'processed') return { cancellation, subscriptions, settledNow }
  throw new AppError('conflict', 'This request was rejected meanwhile, and its subscription ends all the same.')
}

/** @throws AppError `conflict` for a request that was answered, unless it was turned down by the same words */
function refuseOtherAnswer(cancellation: CancellationFacts, answer: string): void {
  if (cancellation.status === 'rejected' && cancellation.answer === answer) return
  throw new AppError('conflict', `This request was ${cancellation.status} already.`)
}

/**
 * What turning a request down would come to, for a look before it is done.
 *
 * @throws AppError as turning it down would
 */
export async function previewRejection(
  deps: ReadCancellationDeps,
  id: string,
  answer: string,
): Promise<CancellationOutcome> {
  const cancellation = await readCancellation(deps, id)
  const settledNow = cancellation.status === 'pending'
  if (!settledNow) refuseOtherAnswer(cancellation, answer)
  return { cancellation, subscriptions: [], settledNow }
}

/**
 * Turns a request down, with a word to its person.
 *
 * @param answer what the person is told
 * @throws AppError `not_found`; `conflict` for one that was answered already, unless it was by the same words
 */
export async function rejectCancellation(
  deps: ReadCancellationDeps & EmailContext & Pick<BillingDeps, 'log'>,
  id: string,
  answer: string,
): Promise<CancellationOutcome> {
  const { db, clock, log } = deps
  const settled = await db.transaction(async (tx) => {
    const row = await settleCancellation(tx, id, { status: 'rejected', answer }, clock.now())
    if (row !== undefined) await enqueueEmail(deps, tx, { kind: 'cancellation_answered', requestId: id })
    return row
  })
  const cancellation = await readCancellation(deps, id)
  const settledNow = settled !== undefined
  if (settledNow) log.info({ userId: cancellation.userId, request: id }, 'a cancellation was rejected')
  else refuseOtherAnswer(cancellation, answer)
  return { cancellation, subscriptions: [], settledNow }
}
