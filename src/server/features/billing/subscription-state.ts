import { setTimeout as sleep } from 'node:timers/promises'
import type { SubscriptionDetails, SubscriptionState } from '../../../shared/billing.ts'
import { planOf, planState } from '../../../shared/plans/catalogue.ts'
import { heldPlan } from '../../../shared/plans/held-plan.ts'
import type { BillingDeps } from './billing-deps.ts'
import { hasPendingCancellation } from './cancellations-repo.ts'
import { requirePayer } from './customer.ts'
import type { Payer } from './customer-repo.ts'
import { syncCustomer } from './sync-customer.ts'
import { createTurns } from './turns.ts'

/** What Stripe said this lately is what it says. */
const FRESH_MS = 10_000
/** Longest that somebody waits for Stripe before they get what was known before. */
const WAIT_MS = 4000

/** Whether there is paid access, as it stands in the person's row. */
export async function readSubscriptionState(
  { db, clock, catalogue }: Pick<BillingDeps, 'db' | 'clock' | 'catalogue'>,
  userId: string,
): Promise<SubscriptionState> {
  const payer = await requirePayer(db, userId)
  return {
    hasSubscription: planState(catalogue, heldPlan(payer, clock.now())) === 'paid',
    status: payer.subscriptionStatus,
  }
}

/** Several tabs that look at once are one question. */
const turns = createTurns<void>()

/** Reads a customer again, but has nobody wait for it longer than bearable: what comes later is written all the same. */
async function refresh(deps: DetailsDeps, customerId: string): Promise<void> {
  const waiting = new AbortController()
  const sync = turns(customerId, 'sync', async () => syncCustomer(deps, customerId)).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a subscription could not be read from Stripe; what was known before is shown')
  })
  await Promise.race([sync, sleep(WAIT_MS, undefined, { signal: waiting.signal }).catch(() => {})])
  waiting.abort()
}

export type DetailsDeps = Pick<BillingDeps, 'db' | 'clock' | 'log' | 'stripe' | 'catalogue' | 'restartUsage' | 'appUrl'>

const isStale = ({ billingSyncedAt }: Payer, now: Date): boolean =>
  billingSyncedAt === null || now.getTime() - billingSyncedAt.getTime() > FRESH_MS

/**
 * A person's subscription as Stripe has it, or, where Stripe cannot be asked now, as it last was.
 *
 * @param mayAsk whether Stripe may be asked: somebody who reloads all the time gets what is known
 */
export async function readSubscriptionDetails(
  deps: DetailsDeps,
  userId: string,
  mayAsk: () => Promise<boolean>,
): Promise<SubscriptionDetails> {
  const { db, clock, catalogue, stripe } = deps
  let payer = await requirePayer(db, userId)
  if (stripe !== null && payer.stripeCustomerId !== null && isStale(payer, clock.now()) && (await mayAsk())) {
    await refresh(deps, payer.stripeCustomerId)
    payer = await requirePayer(db, userId)
  }
  const held = heldPlan(payer, clock.now())
  const end = payer.subscriptionExpiresAt
  const plan = planOf(catalogue, held)
  const isGift = held !== null && payer.planSource === 'operator'
  return {
    planType: plan.id,
    // Of a plan that an operator has given the payment provider knows nothing, and it costs nothing.
    ...(isGift
      ? { status: 'active', price: 0, currency: plan.price.currency }
      : { status: payer.subscriptionStatus, price: payer.subscriptionPrice, currency: payer.subscriptionCurrency }),
    cancelAtPeriodEnd: payer.cancelAtPeriodEnd || (await hasPendingCancellation(db, userId)),
    currentPeriodEnd: held === null || end === null ? null : end.toISOString(),
  }
}
