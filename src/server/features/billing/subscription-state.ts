import { setTimeout as sleep } from 'node:timers/promises'
import type { SubscriptionDetails, SubscriptionState } from '../../../shared/billing.ts'
import { planOf, planState } from '../../../shared/plans/catalogue.ts'
import { heldPlan } from '../../../shared/plans/entitlements.ts'
import { days } from '../../../shared/retention.ts'
import type { BillingDeps } from './billing-deps.ts'
import { type CancellationRow, latestCancellation, WITHDRAWN } from './cancellations-repo.ts'
import { requirePayer } from './customer.ts'
import type { Payer } from './customer-repo.ts'
import { syncCustomer } from './sync-customer.ts'
import { createTurns } from './turns.ts'

/** What Stripe said this lately is what it says. */
const FRESH_MS = 10_000
/** Longest that somebody waits for Stripe before they get what was known before. */
const WAIT_MS = 4000

/** How long a rejected request to cancel is shown to its user. */
const REJECTION_SHOWN_MS = days(30)

/** Whether an operator has given the user the plan they have now. The payment provider knows nothing of such a plan. */
const isGift = (payer: Payer, now: Date): boolean => payer.planSource === 'operator' && heldPlan(payer, now) !== null

/** Status of a user's subscription: a plan given by an operator is active, else what the payment provider last said. */
const statusOf = (payer: Payer, now: Date): string | null => (isGift(payer, now) ? 'active' : payer.subscriptionStatus)

/** Whether there is paid access, as it stands in the person's row. */
export async function readSubscriptionState(
  { db, clock, catalogue }: Pick<BillingDeps, 'db' | 'clock' | 'catalogue'>,
  userId: string,
): Promise<SubscriptionState> {
  const payer = await requirePayer(db, userId)
  const now = clock.now()
  return {
    hasSubscription: planState(catalogue, heldPlan(payer, now)) === 'paid',
    status: statusOf(payer, now),
  }
}

/** A user's latest request to cancel, as long as they need to know about it. */
function shownCancellation(request: CancellationRow | undefined, now: Date): SubscriptionDetails['cancellation'] {
  if (request === undefined || request.status === 'processed') return null
  const { status, createdAt, processedAt, answer } = request
  if (status === 'rejected') {
    const isOld = processedAt === null || now.getTime() - processedAt.getTime() > REJECTION_SHOWN_MS
    if (isOld || answer === WITHDRAWN) return null
  }
  return { status, requestedAt: createdAt.toISOString(), answer }
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
  const now = clock.now()
  const held = heldPlan(payer, now)
  const request = await latestCancellation(db, userId)
  const end = payer.subscriptionExpiresAt
  const plan = planOf(catalogue, held)
  return {
    planType: plan.id,
    status: statusOf(payer, now),
    ...(isGift(payer, now)
      ? { price: 0, currency: plan.price.currency }
      : { price: payer.subscriptionPrice, currency: payer.subscriptionCurrency }),
    cancelAtPeriodEnd: payer.cancelAtPeriodEnd || request?.status === 'pending',
    currentPeriodEnd: held === null || end === null ? null : end.toISOString(),
    cancellation: shownCancellation(request, now),
  }
}
