import type { Stripe } from 'stripe'
import { AppError } from '../../../shared/errors.ts'
import { isFree } from '../../../shared/plans/catalogue.ts'
import type { BillingDeps } from './billing-deps.ts'
import { type CustomerReading, readCustomer } from './read-subscriptions.ts'
import { askStripe, requireStripe } from './stripe-errors.ts'
import { chooseSubscription, isLive, type SubscriptionFacts } from './subscription-facts.ts'
import { type BillingRow, findCustomer, lockCustomer, writeBilling } from './sync-repo.ts'
import { tendUnowned } from './tend-unowned.ts'

export type SyncDeps = Pick<BillingDeps, 'db' | 'clock' | 'log' | 'stripe' | 'catalogue' | 'restartUsage' | 'appUrl'>
type ReadyDeps = SyncDeps & { stripe: Stripe }

/** As often as others may write while the payment provider answers; each time, one of them gets through. */
const MAX_ROUNDS = 20

const BUSY = 'Your subscription is changing just now. Please try again.'

/** What is written of a customer; what is left out stays. */
type Change = Partial<Omit<BillingRow, 'id' | 'billingVersion'>>

const nothing = {
  stripeSubscriptionId: null,
  subscriptionPrice: null,
  subscriptionCurrency: null,
  cancelAtPeriodEnd: false,
} as const

/** No plan, unless an operator has given one. Whoever has chosen the free one keeps it. */
function noPlan({ planSource, subscriptionPlan }: BillingRow): Change {
  if (planSource === 'operator') return {}
  return {
    subscriptionPlan: isFree(subscriptionPlan) ? subscriptionPlan : null,
    subscriptionExpiresAt: null,
    planSource: null,
  }
}

const endedStatus = ({ planSource, subscriptionStatus }: BillingRow, hadOthers: boolean): string | null =>
  planSource === 'operator' || (!hadOthers && subscriptionStatus === null) ? null : 'canceled'

/**
 * Where the payment provider leaves a subscription unpaid over the next periods, each of them would bring days of grace
 * of its own. What was already waited for is not waited for longer until something has been paid.
 */
function withoutNewGrace(facts: SubscriptionFacts, person: BillingRow): SubscriptionFacts {
  const { subscriptionExpiresAt: until, planSource } = person
  const wasWaitedFor = person.stripeSubscriptionId === facts.id && person.subscriptionStatus === 'past_due'
  if (!wasWaitedFor || facts.status !== 'past_due' || planSource !== 'stripe') return facts
  return until === null || facts.paidUntil === null || facts.paidUntil <= until ? facts : { ...facts, paidUntil: until }
}

/** What a subscription makes of the row of its person. One that gives nothing now leaves alone what an operator gave. */
function changeBy(facts: SubscriptionFacts, person: BillingRow, now: Date): Change {
  const state = {
    stripeSubscriptionId: facts.id,
    subscriptionStatus: facts.status,
    subscriptionPrice: facts.price,
    subscriptionCurrency: facts.currency,
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
  }
  if (facts.paidUntil === null || (person.planSource === 'operator' && !isLive(facts, now))) {
    return { ...state, ...noPlan(person) }
  }
  return { ...state, subscriptionPlan: facts.plan, subscriptionExpiresAt: facts.paidUntil, planSource: 'stripe' }
}

function warnOf({ log, catalogue }: SyncDeps, person: BillingRow, all: readonly SubscriptionFacts[], now: Date): void {
  const live = all.filter((facts) => isLive(facts, now))
  const userId = person.id
  if (live.length > 1) {
    log.warn(
      { userId, subscriptions: live.map(({ id }) => id) },
      'several subscriptions are paid for; the highest counts',
    )
  }
  for (const { id, plan } of all.filter((facts) => !catalogue.plans.some((known) => known.id === facts.plan))) {
    log.warn({ userId, subscription: id, plan }, 'a subscription to no plan of the catalogue')
  }
}

/** What the payment provider's word makes of the row of its customer, and the day that months are then counted from. */
function changeOf(
  deps: SyncDeps,
  person: BillingRow,
  reading: CustomerReading,
  now: Date,
): { change: Change; startedAt: Date | null } {
  if (reading.customer === 'unknown') {
    deps.log.warn(
      { userId: person.id },
      'the payment provider does not know a customer; is STRIPE_SECRET_KEY that of another account?',
    )
    return { change: {}, startedAt: null }
  }
  const all = reading.customer === 'deleted' ? [] : reading.subscriptions.map((facts) => withoutNewGrace(facts, person))
  const chosen = chooseSubscription(all, deps.catalogue, now)
  warnOf(deps, person, all, now)
  if (chosen !== null) {
    return { change: changeBy(chosen, person, now), startedAt: isLive(chosen, now) ? chosen.startedAt : null }
  }
  const change = {
    ...nothing,
    ...noPlan(person),
    subscriptionStatus: endedStatus(person, reading.customer === 'known' && reading.hadOthers),
    ...(reading.customer === 'deleted' ? { stripeCustomerId: null } : {}),
  }
  return { change, startedAt: null }
}

const differs = (person: BillingRow, change: Change): boolean => {
  const after = { ...person, ...change }
  return JSON.stringify(after) !== JSON.stringify(person)
}

/**
 * Writes what was read, if nobody has written since the reading was begun: then what is written was never older than
 * what stands.
 */
async function write(deps: ReadyDeps, before: BillingRow, reading: CustomerReading, now: Date): Promise<boolean> {
  const { stripeCustomerId: customerId } = before
  if (customerId === null) return true
  return deps.db.transaction(async (tx) => {
    const person = await lockCustomer(tx, customerId)
    if (person === undefined || person.id !== before.id || person.billingVersion !== before.billingVersion) return false
    const { change, startedAt } = changeOf(deps, person, reading, now)
    const changed = differs(person, change)
    await writeBilling(tx, person.id, {
      ...change,
      billingVersion: person.billingVersion + 1,
      billingSyncedAt: now,
      ...(changed ? { updatedAt: now } : {}),
    })
    if (startedAt !== null) {
      const { subscriptionPlan: earlier } = person
      const isNewPlan = earlier !== null && change.subscriptionPlan !== earlier
      await deps.restartUsage(tx, person.id, { planStartedAt: startedAt, isNewPlan }, now)
    }
    if (changed) {
      const { subscriptionPlan: plan, subscriptionStatus: status } = { ...person, ...change }
      deps.log.info({ userId: person.id, plan, status }, 'a subscription has changed')
    }
    return true
  })
}

/**
 * Reads a customer anew at the payment provider, and writes what they pay for into their person's row. Whoever asks for
 * it, however often and in whatever order: the row ends as the provider says. Of a customer
 * whose person has left, what they still pay for is ended.
 *
 * @throws AppError `unavailable` when the payment provider cannot be asked; nothing is written then
 */
export async function syncCustomer(deps: SyncDeps, customerId: string): Promise<void> {
  const ready = { ...deps, stripe: requireStripe(deps.stripe) }
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const person = await findCustomer(deps.db, customerId)
    const now = deps.clock.now()
    const reading = await askStripe(async () => readCustomer(ready, customerId, now))
    if (person === undefined) {
      if (await askStripe(async () => tendUnowned(ready, customerId, reading))) return
    } else if (await write(ready, person, reading, now)) return
  }
  throw new AppError('unavailable', BUSY, { cause: new Error(`No room to write of customer ${customerId}.`) })
}
