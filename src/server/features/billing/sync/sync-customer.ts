import type { Stripe } from 'stripe'
import { minutes } from '../../../../shared/account/retention.ts'
import { isRunning } from '../../../../shared/account/subscription-status.ts'
import { AppError } from '../../../../shared/errors.ts'
import { isFree } from '../../../../shared/plans/catalogue.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import { restartUsage } from '../../../plans/quota-repo.ts'
import { createPerUserQueue, waitAtMost } from '../../../platform/concurrency.ts'
import { findUserById } from '../../accounts/users-repo.ts'
import { expireCheckouts } from '../checkout/checkout-session.ts'
import { PLAN_METADATA } from '../checkout/prices.ts'
import type { SyncContext } from '../context.ts'
import { findUserByCustomer, hasDeletedAccount, linkCustomer, lockUserByCustomer, updateBilling } from '../repo.ts'
import { callStripe, isOfOtherInstallation, nullIfMissing, requireStripe } from '../stripe.ts'
import { type CustomerReading, readCustomer } from './read-customer.ts'
import { chooseSubscription, isLive, type SubscriptionFacts } from './subscription-facts.ts'

/** Each conflicting write means that another sync succeeded, so this bounds the number of concurrent syncs. */
const MAX_TRIES = 20

/** Columns to write; omitted ones stay. */
type Change = Partial<Omit<UserRow, 'id' | 'email' | 'billingVersion' | 'billingSyncedAt'>>

const noSubscription = {
  stripeSubscriptionId: null,
  subscriptionPrice: null,
  subscriptionCurrency: null,
  cancelAtPeriodEnd: false,
} as const

/** Removes the plan, unless an operator has given it. A user who has chosen the free plan keeps it. */
function noPlan({ planSource, subscriptionPlan }: UserRow): Change {
  if (planSource === 'operator') return {}
  return {
    subscriptionPlan: isFree(subscriptionPlan) ? subscriptionPlan : null,
    subscriptionExpiresAt: null,
    planSource: null,
  }
}

const endedStatus = ({ planSource, subscriptionStatus }: UserRow, hadEnded: boolean): string | null =>
  planSource === 'operator' || (!hadEnded && subscriptionStatus === null) ? null : 'canceled'

/**
 * Keeps the end of the grace period while a subscription stays unpaid: otherwise each further unpaid period would add
 * another grace period.
 */
function withoutNewGrace(facts: SubscriptionFacts, user: UserRow): SubscriptionFacts {
  const { subscriptionExpiresAt: until, planSource } = user
  const wasPastDue = user.stripeSubscriptionId === facts.id && user.subscriptionStatus === 'past_due'
  if (!wasPastDue || facts.status !== 'past_due' || planSource !== 'stripe') return facts
  return until === null || facts.paidUntil === null || facts.paidUntil <= until ? facts : { ...facts, paidUntil: until }
}

/** Columns for a subscription. One that currently gives no plan doesn't replace a plan given by an operator. */
function changeFor(facts: SubscriptionFacts, user: UserRow, now: Date): Change {
  const state = {
    stripeSubscriptionId: facts.id,
    subscriptionStatus: facts.status,
    subscriptionPrice: facts.price,
    subscriptionCurrency: facts.currency,
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
  }
  if (facts.paidUntil === null || (user.planSource === 'operator' && !isLive(facts, now))) {
    return { ...state, ...noPlan(user) }
  }
  return { ...state, subscriptionPlan: facts.plan, subscriptionExpiresAt: facts.paidUntil, planSource: 'stripe' }
}

function logAnomalies(
  { log, catalogue }: SyncContext,
  { id: userId }: UserRow,
  all: readonly SubscriptionFacts[],
  now: Date,
): void {
  const live = all.filter((facts) => isLive(facts, now))
  if (live.length > 1) {
    log.warn(
      { event: 'billing.several_subscriptions', userId, subscriptions: live.map(({ id }) => id) },
      'user pays for several subscriptions; the highest plan counts',
    )
  }
  for (const { id, plan } of all.filter((facts) => !catalogue.plans.some((known) => known.id === facts.plan))) {
    log.warn(
      { event: 'billing.unknown_plan', userId, subscription: id, plan },
      'subscription to a plan that is not in the catalogue',
    )
  }
}

/** Columns to write for a reading, and the day from which the plan's months are counted. */
function changeOf(
  context: SyncContext,
  user: UserRow,
  reading: CustomerReading,
  now: Date,
): { change: Change; startedAt: Date | null } {
  if (reading.customer === 'unknown') {
    context.log.warn(
      { event: 'billing.unknown_customer', userId: user.id },
      'Stripe does not know a customer; is STRIPE_SECRET_KEY that of another account?',
    )
    return { change: {}, startedAt: null }
  }
  const all = reading.customer === 'deleted' ? [] : reading.subscriptions.map((facts) => withoutNewGrace(facts, user))
  const chosen = chooseSubscription(all, context.catalogue, now)
  logAnomalies(context, user, all, now)
  if (chosen !== null) {
    return { change: changeFor(chosen, user, now), startedAt: isLive(chosen, now) ? chosen.startedAt : null }
  }
  const change = {
    ...noSubscription,
    ...noPlan(user),
    subscriptionStatus: endedStatus(user, reading.customer === 'known' && reading.hadEnded),
    ...(reading.customer === 'deleted' ? { stripeCustomerId: null } : {}),
  }
  return { change, startedAt: null }
}

const isDifferent = (user: UserRow, change: Change): boolean =>
  JSON.stringify({ ...user, ...change }) !== JSON.stringify(user)

/** Writes a reading by optimistic locking: false when the row was written after the reading started. */
async function write(context: SyncContext, before: UserRow, reading: CustomerReading, now: Date): Promise<boolean> {
  const { stripeCustomerId: customerId } = before
  if (customerId === null) return true
  return context.db.transaction(async (tx) => {
    const user = await lockUserByCustomer(tx, customerId)
    if (user === undefined || user.id !== before.id || user.billingVersion !== before.billingVersion) return false
    const { change, startedAt } = changeOf(context, user, reading, now)
    const isChanged = isDifferent(user, change)
    await updateBilling(tx, user.id, {
      ...change,
      billingVersion: user.billingVersion + 1,
      billingSyncedAt: now,
      ...(isChanged ? { updatedAt: now } : {}),
    })
    if (startedAt !== null) {
      const { subscriptionPlan: earlier } = user
      const isNewPlan = earlier !== null && change.subscriptionPlan !== earlier
      await restartUsage(tx, user.id, { planStartedAt: startedAt, isNewPlan }, now)
    }
    if (isChanged) {
      const { subscriptionPlan: plan, subscriptionStatus: status } = { ...user, ...change }
      context.log.info({ event: 'billing.subscription_changed', userId: user.id, plan, status }, 'subscription changed')
    }
    return true
  })
}

/**
 * Reads a customer from Stripe and writes their subscription to the user's row. Repeated, concurrent and out-of-order
 * calls end in the same state. For a customer whose user has deleted their account, ends all subscriptions.
 * @throws AppError `unavailable` when Stripe cannot be reached; nothing is written then
 */
export async function syncCustomer(context: SyncContext, customerId: string): Promise<void> {
  const stripe = requireStripe(context.stripe)
  const ready = { ...context, stripe }
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const user = await findUserByCustomer(context.db, customerId)
    const now = context.clock.now()
    const reading = await callStripe(async () => readCustomer(ready, customerId, now))
    const isDone =
      user === undefined
        ? await callStripe(async () => handleUnlinkedCustomer(ready, customerId, reading))
        : await write(context, user, reading, now)
    if (isDone) return
  }
  throw new AppError('unavailable', 'Your subscription is changing right now. Please try again in a moment.', {
    cause: new Error(`Too many concurrent writes of customer ${customerId}.`),
  })
}

/** Several tabs that load simultaneously share one sync. */
const syncs = createPerUserQueue<void>()

/** Syncs a customer, but waits only for some time; the sync continues afterwards. Logs a failure. */
export async function syncWithin(context: SyncContext, customerId: string, waitMs: number): Promise<void> {
  const sync = syncs(customerId, 'sync', async () => syncCustomer(context, customerId)).catch((error: unknown) => {
    context.log.warn({ event: 'billing.refresh_failed', err: error }, 'could not read a subscription from Stripe')
  })
  await waitAtMost(waitMs, sync)
}

export const REFRESH_WAIT_MS = 3000
const REFRESH_EVERY_MS = minutes(1)

/**
 * Returns whether the paid period has ended but was probably renewed, and the event is late. An unpaid subscription is
 * checked once after its end.
 */
function isRenewalExpected(user: UserRow, now: Date): boolean {
  const { subscriptionExpiresAt: end, subscriptionStatus: status, billingSyncedAt: syncedAt } = user
  if (end === null || end > now || user.cancelAtPeriodEnd) return false
  if (status === 'past_due') return syncedAt === null || syncedAt <= end
  return isRunning(status)
}

/**
 * Creates the function that syncs a user whose paid period has just ended, for the first request that notices it. The
 * request waits for Stripe only briefly; without an answer the plan has ended until a job succeeds.
 */
export function createPlanRefresh(context: SyncContext): (user: UserRow) => Promise<UserRow> {
  const recent = new Map<string, { at: number; result: Promise<void> }>()
  return async (user) => {
    const { id, stripeCustomerId } = user
    const now = context.clock.now()
    if (context.stripe === null || stripeCustomerId === null || !isRenewalExpected(user, now)) return user
    for (const [other, { at }] of recent) if (now.getTime() - at >= REFRESH_EVERY_MS) recent.delete(other)
    const current = recent.get(id) ?? {
      at: now.getTime(),
      result: syncWithin(context, stripeCustomerId, REFRESH_WAIT_MS),
    }
    recent.set(id, current)
    await current.result
    return (await findUserById(context.db, id)) ?? user
  }
}

type ReadyContext = SyncContext & { stripe: Stripe }

/** Ends everything of a deleted account. Checkout pages go first, so that no subscription can start in between. */
async function endAll(context: ReadyContext, customer: Stripe.Customer): Promise<void> {
  const { db, clock, stripe, log } = context
  await expireCheckouts(
    stripe,
    customer.id,
    ({ metadata }) =>
      metadata?.[PLAN_METADATA] !== undefined && !isOfOtherInstallation(context, metadata, customer.metadata),
  )
  const reading = await readCustomer(context, customer.id, clock.now())
  if (reading.customer !== 'known') return
  for (const { id, userId, metadata } of reading.planSubscriptions) {
    if (isOfOtherInstallation(context, metadata, customer.metadata)) continue
    if ((await findUserById(db, userId)) !== undefined) continue
    await nullIfMissing(stripe.subscriptions.cancel(id))
    log.warn(
      { event: 'billing.deleted_account_canceled', userId, subscription: id },
      'canceled a subscription of a deleted account; payments were not refunded',
    )
  }
}

/** How a Stripe customer relates to a user: unknown user, the user's own, or a duplicate. Links it when possible. */
async function relate({ db }: ReadyContext, customerId: string, userId: string) {
  const user = await findUserById(db, userId)
  if (user === undefined) return 'unknown'
  const isOwn = user.stripeCustomerId === customerId || (await linkCustomer(db, userId, { from: null, to: customerId }))
  return isOwn ? 'own' : 'duplicate'
}

/**
 * Handles a Stripe customer that is linked to no user. Links it when its metadata names a user without a customer: the
 * row is from an older backup, or a process died before writing it. For a deleted account, ends all subscriptions.
 * Other unknown users are only logged: the database may be the wrong one, and canceling cannot be undone. Objects of
 * other installations, and subscriptions to anything but our plans, are left alone.
 * @returns false when the customer is linked now and has to be synced
 * @throws errors of Stripe's SDK
 */
async function handleUnlinkedCustomer(context: ReadyContext, customerId: string, reading: CustomerReading) {
  const { db, log, stripe } = context
  if (reading.customer !== 'known') return true
  const customer = await stripe.customers.retrieve(customerId)
  if (customer.deleted === true) return true
  const planSubscriptions = reading.planSubscriptions.filter(
    ({ metadata }) => !isOfOtherInstallation(context, metadata, customer.metadata),
  )
  const owner = isOfOtherInstallation(context, customer.metadata) ? null : reading.owner
  const userIds = new Set([...planSubscriptions.map(({ userId }) => userId), ...(owner === null ? [] : [owner])])
  let isUserUnknown = false
  for (const userId of userIds) {
    const relation = await relate(context, customerId, userId)
    if (relation === 'own') return false
    const subscriptions = planSubscriptions.filter((one) => one.userId === userId).map(({ id }) => id)
    if (relation === 'unknown') isUserUnknown = true
    else if (subscriptions.length > 0) {
      log.error({ event: 'billing.duplicate_customer', userId, subscriptions }, 'user pays as two Stripe customers')
    }
  }
  if (await hasDeletedAccount(db, customerId)) await endAll(context, customer)
  else if (isUserUnknown && planSubscriptions.length > 0) {
    log.error(
      { event: 'billing.unknown_user', customerId, subscriptions: planSubscriptions.map(({ id }) => id) },
      'a customer pays for a user who is not in this database and was not deleted from it: is it the right one? Nothing was canceled',
    )
  }
  return true
}
