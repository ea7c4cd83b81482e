import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import type { CreateSubscriptionAnswer } from '../../../../shared/account/billing.ts'
import { isOwing } from '../../../../shared/account/subscription-status.ts'
import { content } from '../../../../shared/content.ts'
import { AppError } from '../../../../shared/errors.ts'
import { heldPlan, type Plan, type PlanCatalogue, type PlanId } from '../../../../shared/plans/catalogue.ts'
import { formatDay } from '../../../../shared/text/format.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import { createPerUserQueue } from '../../../platform/concurrency.ts'
import { latestCancellation, settleCancellation, WITHDRAWN } from '../cancellation/repo.ts'
import type { BillingContext } from '../context.ts'
import { callStripe, requireStripe } from '../stripe.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { expireCheckouts, openCheckout } from './checkout-session.ts'
import { type CurrentSubscription, readCurrentSubscription } from './current-subscription.ts'
import { type BillingCustomer, ensureCustomer, requireBillingUser } from './customer.ts'
import { openPortal } from './portal.ts'
import { findPrices, requirePrice, soldPlans } from './prices.ts'

/** Tries after concurrent changes by other processes, and the maximum random wait before each. */
const MAX_TRIES = 6
const MAX_WAIT_MS = 400

/** Serializes a user's clicks in this process, so that later ones reuse the page that the first one opened. */
const requests = createPerUserQueue<CreateSubscriptionAnswer>()

interface Purchase {
  stripe: Stripe
  user: BillingCustomer
  plan: Plan
}

const formatSeconds = (seconds: number): string => formatDay(new Date(seconds * 1000))

/** @throws AppError `invalid_input` for a plan that is not sold here */
function requireSoldPlan(catalogue: PlanCatalogue, planId: PlanId): Plan {
  const plan = soldPlans(catalogue).find(({ id }) => id === planId)
  if (plan !== undefined) return plan
  const message = 'This plan is not for sale here. Please choose one of the plans on the pricing page.'
  throw new AppError('invalid_input', message, { fields: [{ path: 'plan', message }] })
}

/** Returns whether an operator has given the user this plan, so that there is nothing to pay. */
const isGiven = (user: UserRow, plan: Plan, now: Date): boolean =>
  user.planSource === 'operator' && heldPlan(user, now) === plan.id

/**
 * Withdraws a pending cancellation request and reports it.
 * @param resumedFrom end of the subscription that was resumed, in seconds since 1970
 */
async function keepPlan(
  { db, clock }: BillingContext,
  userId: string,
  { name }: Plan,
  resumedFrom: number | null = null,
): Promise<CreateSubscriptionAnswer> {
  const answer = { status: 'rejected' as const, answer: WITHDRAWN }
  const isWithdrawn = await settleCancellation(db, { userId }, answer, clock.now())
  const withdrawn = isWithdrawn ? 'Your cancellation request is withdrawn. ' : ''
  if (resumedFrom !== null) {
    const message = `${withdrawn}Your ${name} subscription continues. It won’t end on ${formatSeconds(resumedFrom)}.`
    return { status: 'active', message }
  }
  const state = isWithdrawn ? 'continues' : 'is already active'
  return { status: 'active', message: `${withdrawn}Your ${name} subscription ${state}.` }
}

/** URL of the page that pays the open invoice; without one, of the page that changes the card. */
async function duePaymentUrl(
  context: BillingContext,
  { stripe, user }: Purchase,
  { subscription }: CurrentSubscription,
) {
  const { data } = await stripe.invoices.list({ subscription: subscription.id, status: 'open', limit: 1 })
  const page = data[0]?.hosted_invoice_url
  if (typeof page === 'string') return page
  const prices = await findPrices(stripe, context.catalogue)
  const flow = { type: 'payment_method_update' as const }
  return openPortal({ ...context, stripe }, { customer: user.stripeCustomerId, prices, flow })
}

/**
 * Revokes the end of a subscription. It charges nothing now and renews at the price on every screen.
 * @throws AppError `price_changed` when its price differs from today's; `unavailable` as requirePrice
 */
async function resume(
  context: BillingContext,
  { stripe, plan }: Purchase,
  { subscription, item, endsAt }: CurrentSubscription,
): Promise<void> {
  const { price } = await requirePrice(context, stripe, plan)
  if (item?.price.unit_amount !== price.unit_amount || item.price.currency !== price.currency) {
    const until = endsAt === null ? 'until it ends' : `until ${formatSeconds(endsAt)}`
    const message = `You have the ${plan.name} plan at an earlier price, ${until}. After that you can choose it at today’s price.`
    throw new AppError('price_changed', message)
  }
  await stripe.subscriptions.update(
    subscription.id,
    subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' },
  )
  context.log.info(
    { event: 'billing.subscription_resumed', subscription: subscription.id, plan: plan.id },
    'subscription resumed',
  )
}

/**
 * URL of the page that confirms the change to another plan.
 * @throws AppError `subscription_locked` when it ends, has a pending cancellation request, or is not one of ours;
 * `unavailable` as requirePrice
 */
async function changeUrl(context: BillingContext, purchase: Purchase, current: CurrentSubscription): Promise<string> {
  const { stripe, user, plan } = purchase
  const { subscription, item, planId, endsAt } = current
  const locked = (message: string): AppError => new AppError('subscription_locked', message)
  if (item === null) throw locked(`Your subscription cannot be changed here. Please write to ${content.supportEmail}.`)
  // The operator would carry out a pending request on the new plan.
  const request = await latestCancellation(context.db, user.id)
  if (endsAt !== null || request?.status === 'pending') {
    const own = context.catalogue.plans.find(({ id }) => id === planId)?.name ?? 'current'
    const state =
      endsAt === null
        ? `You’ve asked to cancel your ${own} plan.`
        : `Your ${own} plan ends on ${formatSeconds(endsAt)}.`
    throw locked(`${state} To switch to ${plan.name}, choose ${own} first, which keeps your plan.`)
  }
  const { price, all: prices } = await requirePrice(context, stripe, plan)
  const change = { subscription: subscription.id, items: [{ id: item.id, price: price.id, quantity: 1 }] }
  const flow = { type: 'subscription_update_confirm' as const, subscription_update_confirm: change }
  return openPortal({ ...context, stripe }, { customer: user.stripeCustomerId, prices, flow })
}

async function withSubscription(
  context: BillingContext,
  purchase: Purchase,
  current: CurrentSubscription,
): Promise<CreateSubscriptionAnswer> {
  const { user, plan } = purchase
  if (current.planId !== plan.id) return { url: await changeUrl(context, purchase, current) }
  if (current.endsAt !== null) await resume(context, purchase, current)
  const kept = await keepPlan(context, user.id, plan, current.endsAt)
  // The user's row may be older than Stripe's state.
  await syncCustomer(context, user.stripeCustomerId)
  return kept
}

/** For a user without a subscription. Null after a concurrent change. */
async function withoutSubscription(context: BillingContext, { stripe, user, plan }: Purchase): Promise<string | null> {
  const { clock, db } = context
  const { price } = await requirePrice(context, stripe, plan)
  // The canceled subscription has ended; a pending request would apply to the new one. A plan given by an operator has
  // not ended, so its request stays pending.
  if (user.planSource !== 'operator') {
    await settleCancellation(db, { userId: user.id }, { status: 'processed', answer: null }, clock.now())
  }
  return openCheckout(
    { ...context, stripe },
    { userId: user.id, customer: user.stripeCustomerId, plan: plan.id, price: price.id, currency: price.currency },
  )
}

/** Reads the current subscription and acts on it. Null after a concurrent change. */
async function tryOnce(context: BillingContext, stripe: Stripe, userId: string, plan: Plan) {
  const user = await ensureCustomer(context, stripe, userId)
  const current = await readCurrentSubscription(stripe, context.catalogue, user.stripeCustomerId)
  const purchase = { stripe, user, plan }
  if (current !== null) {
    // A second subscription must never start beside a running one.
    await expireCheckouts(stripe, user.stripeCustomerId)
    if (isOwing(current.subscription.status)) return { url: await duePaymentUrl(context, purchase, current) }
    return withSubscription(context, purchase, current)
  }
  if (isGiven(user, plan, context.clock.now())) return keepPlan(context, userId, plan)
  const url = await withoutSubscription(context, purchase)
  return url === null ? null : { url }
}

async function tryUntilSettled(context: BillingContext, userId: string, plan: Plan): Promise<CreateSubscriptionAnswer> {
  const user = await requireBillingUser(context.db, userId)
  if (user.stripeCustomerId === null && isGiven(user, plan, context.clock.now())) return keepPlan(context, userId, plan)
  const stripe = requireStripe(context.stripe)
  if (user.stripeCustomerId === null) {
    // Before a customer is created: a plan that cannot be bought must leave nothing behind.
    await requirePrice(context, stripe, plan)
  }
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const result = await tryOnce(context, stripe, userId, plan)
    if (result !== null) return result
    await sleep(randomInt(MAX_WAIT_MS))
  }
  throw new AppError('checkout_in_progress', 'Another payment page of yours is open. Please close it and try again.')
}

/**
 * Returns the hosted page on which a user pays for a plan or confirms the change to it, with the amount in view.
 * Nothing is charged or written before they confirm.
 *
 * - Same plan: nothing to pay. Resumes a subscription that would end, withdraws a pending cancellation request, and
 * returns a message about it.
 * - Unpaid invoice: the page of that invoice, whatever plan was chosen.
 * - Another plan: the page that shows the cost of the change.
 * - No subscription: a checkout page, the same one for repeated requests.
 *
 * @throws AppError `invalid_input` for a plan that is not sold; `subscription_locked` for changing one that ends, is
 * about to be canceled, or was put together by an operator; `unauthorized` when the user is gone; `unavailable` when
 * Stripe cannot be reached or has a different price
 */
export async function createSubscription(context: BillingContext, userId: string, planId: PlanId) {
  const plan = requireSoldPlan(context.catalogue, planId)
  return requests(userId, planId, async () => callStripe(async () => tryUntilSettled(context, userId, plan)))
}
