import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import type { CreateSubscriptionAnswer } from '../../../shared/billing.ts'
import { content } from '../../../shared/content.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Plan, PlanCatalogue, PlanId } from '../../../shared/plans/catalogue.ts'
import { heldPlan } from '../../../shared/plans/entitlements.ts'
import type { BillingDeps } from './billing-deps.ts'
import { hasPendingCancellation, settleRequestOf, WITHDRAWN } from './cancellations-repo.ts'
import { ensureCustomer, type KnownPayer, requirePayer } from './customer.ts'
import type { Payer } from './customer-repo.ts'
import { closeCheckouts, openCheckout } from './open-checkout.ts'
import { checkedPrice } from './plan-price.ts'
import { changeCardUrl, confirmChangeUrl, ensurePortalConfiguration } from './portal.ts'
import { findPrices, soldPlans } from './prices.ts'
import { owes, readStanding, type Standing } from './standing.ts'
import { askStripe, requireStripe } from './stripe-errors.ts'
import { syncCustomer } from './sync-customer.ts'
import { createTurns } from './turns.ts'
import { dayOfSeconds } from './words.ts'

export type CreateSubscriptionDeps = Pick<
  BillingDeps,
  'db' | 'clock' | 'log' | 'stripe' | 'catalogue' | 'restartUsage' | 'appUrl' | 'production'
>

/** How often what happens meanwhile, in another process, is given way to, and how long at most before each. */
const TRIES = 6
const GIVE_WAY_MS = 400

/** Clicks of one person in one process: what the first has opened, the others find. */
const turns = createTurns<CreateSubscriptionAnswer>()

interface Wish {
  stripe: Stripe
  payer: KnownPayer
  plan: Plan
}

/** @throws AppError `invalid_input` for a plan that is not sold here */
function planToBuy(catalogue: PlanCatalogue, planId: PlanId): Plan {
  const plan = soldPlans(catalogue).find(({ id }) => id === planId)
  if (plan !== undefined) return plan
  const message = 'This plan is not for sale here. Please choose one of the plans on the pricing page.'
  throw new AppError('invalid_input', message, { fields: [{ path: 'plan', message }] })
}

/** Whether an operator has given somebody the very plan, so that there is nothing to pay for. */
const isGiven = (payer: Omit<Payer, 'stripeCustomerId'>, plan: Plan, now: Date): boolean =>
  payer.planSource === 'operator' && heldPlan(payer, now) === plan.id

/** Withdraws the request to cancel of a user who keeps their plan. Returns what has changed, in words for the user. */
async function keepPlan(
  { db, clock }: CreateSubscriptionDeps,
  userId: string,
  { name }: Plan,
  resumedFrom: number | null = null,
): Promise<CreateSubscriptionAnswer> {
  const isWithdrawn = await settleRequestOf(db, userId, { status: 'rejected', answer: WITHDRAWN }, clock.now())
  const withdrawn = isWithdrawn ? 'Your cancellation request is withdrawn. ' : ''
  if (resumedFrom !== null) {
    const message = `${withdrawn}Your ${name} subscription continues. It won't end on ${dayOfSeconds(resumedFrom)}.`
    return { status: 'active', message }
  }
  const state = isWithdrawn ? 'continues' : 'is already active'
  return { status: 'active', message: `${withdrawn}Your ${name} subscription ${state}.` }
}

/** What is owed is paid first, on the page of the invoice; where there is none, another card is what helps. */
async function settleDebt(
  { appUrl, catalogue, clock }: CreateSubscriptionDeps,
  { stripe, payer }: Wish,
  { subscription }: Standing,
): Promise<string> {
  const { data } = await stripe.invoices.list({ subscription: subscription.id, status: 'open', limit: 1 })
  const page = data[0]?.hosted_invoice_url
  if (typeof page === 'string') return page
  const configuration = await ensurePortalConfiguration({ stripe, clock }, await findPrices(stripe, catalogue))
  return changeCardUrl({ stripe, appUrl, customer: payer.stripeCustomerId, configuration })
}

/**
 * Takes back that a subscription ends, which charges nothing now and goes on at the price that every screen shows.
 *
 * @throws AppError `conflict` where it was agreed at another price than people see today; `unavailable` as checkedPrice
 */
async function resume(
  deps: CreateSubscriptionDeps,
  { stripe, plan }: Wish,
  { subscription, item, endsAt }: Standing,
): Promise<void> {
  const { price } = await checkedPrice(deps, stripe, plan)
  if (item?.price.unit_amount !== price.unit_amount || item.price.currency !== price.currency) {
    const until = endsAt === null ? 'until it ends' : `until ${dayOfSeconds(endsAt)}`
    throw new AppError(
      'conflict',
      `You have the ${plan.name} plan at an earlier price, ${until}. After that you can choose it at today's price.`,
    )
  }
  await stripe.subscriptions.update(
    subscription.id,
    subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' },
  )
  deps.log.info({ subscription: subscription.id, plan: plan.id }, 'a subscription that was to end goes on')
}

/**
 * @throws AppError `conflict` where the subscription ends, is asked to, or is not one of ours; `unavailable` as
 *   checkedPrice
 */
async function changeUrl(deps: CreateSubscriptionDeps, wish: Wish, standing: Standing): Promise<string> {
  const { stripe, payer, plan } = wish
  const { subscription, item, planId, endsAt } = standing
  if (item === null) {
    throw new AppError('conflict', `Your subscription cannot be changed here. Please write to ${content.supportEmail}.`)
  }
  // A request that waits would be carried out on the new plan.
  if (endsAt !== null || (await hasPendingCancellation(deps.db, payer.id))) {
    const own = deps.catalogue.plans.find(({ id }) => id === planId)?.name ?? 'current'
    const state =
      endsAt === null ? `You've asked to cancel your ${own} plan.` : `Your ${own} plan ends on ${dayOfSeconds(endsAt)}.`
    throw new AppError('conflict', `${state} To switch to ${plan.name}, choose ${own} first, which keeps your plan.`)
  }
  const prices = await checkedPrice(deps, stripe, plan)
  const configuration = await ensurePortalConfiguration({ stripe, clock: deps.clock }, prices.all)
  const visit = { stripe, appUrl: deps.appUrl, customer: payer.stripeCustomerId, configuration }
  return confirmChangeUrl(visit, { subscription: subscription.id, item: item.id, price: prices.price.id })
}

/** For somebody whose subscription runs and is paid for. */
async function withSubscription(
  deps: CreateSubscriptionDeps,
  wish: Wish,
  standing: Standing,
): Promise<CreateSubscriptionAnswer> {
  const { payer, plan } = wish
  if (standing.planId !== plan.id) return { url: await changeUrl(deps, wish, standing) }
  if (standing.endsAt !== null) await resume(deps, wish, standing)
  const kept = await keepPlan(deps, payer.id, plan, standing.endsAt)
  // The user's row may be older than what Stripe has.
  await syncCustomer(deps, payer.stripeCustomerId)
  return kept
}

/** For somebody without one. Null where something else happened meanwhile. */
async function withoutSubscription(
  deps: CreateSubscriptionDeps,
  { stripe, payer, plan }: Wish,
): Promise<string | null> {
  const { appUrl, clock, db } = deps
  const { price } = await checkedPrice(deps, stripe, plan)
  // What was asked to end has ended; left open, the request would be held against the subscription that begins now. A
  // plan that an operator gave has not: its request waits on, whether this page is paid on or not.
  if (payer.planSource !== 'operator') {
    await settleRequestOf(db, payer.id, { status: 'processed', answer: null }, clock.now())
  }
  return openCheckout(
    { stripe, appUrl, clock },
    { userId: payer.id, customer: payer.stripeCustomerId, plan: plan.id, price: price.id, currency: price.currency },
  )
}

/** One look at what there is, and what follows from it. Null where something else happened meanwhile. */
async function tryOnce(
  deps: CreateSubscriptionDeps,
  stripe: Stripe,
  userId: string,
  plan: Plan,
): Promise<CreateSubscriptionAnswer | null> {
  const payer = await ensureCustomer(deps, stripe, userId)
  const standing = await readStanding(stripe, deps.catalogue, payer.stripeCustomerId)
  if (standing === null && isGiven(payer, plan, deps.clock.now())) return keepPlan(deps, userId, plan)
  // There is never a second subscription beside one that runs.
  if (standing !== null) await closeCheckouts(stripe, payer.stripeCustomerId)
  const wish = { stripe, payer, plan }
  if (standing !== null && owes(standing)) return { url: await settleDebt(deps, wish, standing) }
  if (standing !== null) return withSubscription(deps, wish, standing)
  const url = await withoutSubscription(deps, wish)
  return url === null ? null : { url }
}

async function leadOn(deps: CreateSubscriptionDeps, userId: string, plan: Plan): Promise<CreateSubscriptionAnswer> {
  const { stripeCustomerId, ...person } = await requirePayer(deps.db, userId)
  if (stripeCustomerId === null && isGiven(person, plan, deps.clock.now())) return keepPlan(deps, userId, plan)
  const stripe = requireStripe(deps.stripe)
  if (stripeCustomerId === null) {
    // Before a customer is made: a plan that cannot be bought leaves nothing behind.
    await checkedPrice(deps, stripe, plan)
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await tryOnce(deps, stripe, userId, plan)
    if (answer !== null) return answer
    await sleep(randomInt(GIVE_WAY_MS))
  }
  throw new AppError('conflict', 'Another page is open for a payment of yours. Please close it and try again.')
}

/**
 * Leads somebody to the hosted page on which they pay for a plan, or confirm the change to it, with the sum before
 * their eyes. Nothing is charged and no row says anything about a plan before they have done so.
 *
 * - On the plan already: nothing to pay for, whatever is wrong with its price today. A plan that was to end goes on, a
 *   request to cancel it is withdrawn, and the answer says so.
 * - With an invoice that is not paid: the page of that invoice, whatever they chose.
 * - With another plan: the page that shows what the change costs now and later.
 * - Without a subscription: a checkout page, the same one for the same wish.
 *
 * @throws AppError `invalid_input` for a plan that is not sold; `conflict` for a change of what ends, is asked to, or
 *   is put together by hand; `unauthorized` when the person is gone; `unavailable` when Stripe cannot be asked, or has
 *   another price
 */
export async function createSubscription(
  deps: CreateSubscriptionDeps,
  userId: string,
  planId: PlanId,
): Promise<CreateSubscriptionAnswer> {
  const plan = planToBuy(deps.catalogue, planId)
  return turns(userId, planId, async () => askStripe(async () => leadOn(deps, userId, plan)))
}
