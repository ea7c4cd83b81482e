import { Stripe } from 'stripe'
import { pagePaths } from '../../../../shared/paths.ts'
import type { Context } from '../../../db/database.ts'
import { idempotencyKey, installationMetadata } from '../stripe.ts'
import { listRunningSubscriptions } from './current-subscription.ts'
import { PLAN_METADATA } from './prices.ts'

/** Metadata of a session: the price that it is for. */
const PRICE_METADATA = 'precis_price'
/** An open session is reused while it stays open for at least this long. */
const MIN_REMAINING_SECONDS = 60 * 60

export interface Purchase {
  userId: string
  customer: string
  plan: string
  /** Id of the price at Stripe. */
  price: string
  /** Currency on the pricing page. */
  currency: string
}

interface CheckoutContext extends Context {
  stripe: Stripe
}

type Session = Stripe.Checkout.Session

const urlOf = (appUrl: string, path: string, query: string): string => `${new URL(path, appUrl).href}?${query}`

/** Parameters of a session. The amount is that of the price; nothing comes from the browser. */
function sessionFor(
  context: CheckoutContext,
  { userId, customer, plan, price, currency }: Purchase,
): Stripe.Checkout.SessionCreateParams {
  const { appUrl } = context.config.http
  const installation = installationMetadata(context)
  return {
    mode: 'subscription',
    customer,
    client_reference_id: userId,
    line_items: [{ price, quantity: 1 }],
    // Card payments are immediate: methods that take days would give a plan before it is paid.
    allowed_payment_method_types: ['card'],
    // The page shows the amount and currency of the pricing page, even if the price has other currencies.
    currency,
    adaptive_pricing: { enabled: false },
    metadata: { userId, [PLAN_METADATA]: plan, [PRICE_METADATA]: price, ...installation },
    subscription_data: { metadata: { userId, ...installation } },
    success_url: urlOf(appUrl, pagePaths.dashboard, 'success=true&session_id={CHECKOUT_SESSION_ID}'),
    cancel_url: urlOf(appUrl, pagePaths.subscribe, 'canceled=true'),
  }
}

async function listOpen(stripe: Stripe, customer: string): Promise<Session[]> {
  return Array.fromAsync(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
}

function isReusable(context: CheckoutContext, purchase: Purchase, session: Session): boolean {
  const wanted = sessionFor(context, purchase)
  return (
    session.url !== null &&
    session.client_reference_id === purchase.userId &&
    session.metadata?.[PRICE_METADATA] === purchase.price &&
    session.success_url === wanted.success_url &&
    session.expires_at - context.clock.now().getTime() / 1000 > MIN_REMAINING_SECONDS
  )
}

/** Expires a session, so that it cannot be paid. False when it was paid just before. */
async function expire(stripe: Stripe, { id }: Session): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(id)
    return true
  } catch (error) {
    // Only an open session can be expired (https://docs.stripe.com/api/checkout/sessions/expire).
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return (await stripe.checkout.sessions.retrieve(id)).status === 'expired'
  }
}

/** Expires the open sessions of a customer, or those of a kind, so that no subscription can start. */
export async function expireCheckouts(
  stripe: Stripe,
  customer: string,
  isOfKind: (session: Session) => boolean = () => true,
): Promise<void> {
  const open = await listOpen(stripe, customer)
  await Promise.all(open.filter(isOfKind).map(async (session) => expire(stripe, session)))
}

/** Returns the customer's newest session if it is open for the same purchase; else creates one. */
async function findOrOpen(context: CheckoutContext, purchase: Purchase): Promise<Session> {
  const { stripe, clock } = context
  const { data } = await stripe.checkout.sessions.list({ customer: purchase.customer, limit: 1 })
  const [newest] = data
  if (newest?.status === 'open' && isReusable(context, purchase, newest)) return newest
  const params = sessionFor(context, purchase)
  // The key contains the newest session, so concurrent processes create only one.
  const key = idempotencyKey(clock, 'checkout', newest?.id ?? null, JSON.stringify(params))
  return stripe.checkout.sessions.create(params, { idempotencyKey: key })
}

/**
 * Opens a checkout session and makes sure that it is the only one: paying two would start two subscriptions. Every
 * caller checks after creating its session. The newest open one stays, all others are expired, and none stays beside a
 * running subscription; so of any number of concurrent tabs and processes, the last check leaves at most one session.
 * @returns its URL; null after a concurrent change, when the caller must start again
 */
export async function openCheckout(context: CheckoutContext, purchase: Purchase): Promise<string | null> {
  const { stripe } = context
  const session = await findOrOpen(context, purchase)
  const [newest, ...others] = await listOpen(stripe, purchase.customer)
  if (newest?.id !== session.id) {
    await expire(stripe, session)
    return null
  }
  for (const other of others) if (!(await expire(stripe, other))) return null
  // Checked last: payments of any session up to here are visible, and from here on only this one can be paid.
  const running = await listRunningSubscriptions(stripe, purchase.customer)
  if (running.length === 0) return session.url
  await expire(stripe, session)
  return null
}
