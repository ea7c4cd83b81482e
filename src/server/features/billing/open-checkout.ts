import { Stripe } from 'stripe'
import { pagePaths } from '../../../shared/paths.ts'
import type { Clock } from '../../platform/clock.ts'
import { idempotencyKey } from './idempotency.ts'
import { markOf } from './installation.ts'
import { PLAN_METADATA } from './prices.ts'
import { subscriptionsThatRun } from './standing.ts'

/** Metadata of a session: the price it was opened for. */
const PRICE_METADATA = 'precis_price'
/** A page that was opened before is shown again while it stays open for at least this long. */
const LEAST_LEFT_SECONDS = 60 * 60

/** What somebody is to pay for. */
export interface Purchase {
  userId: string
  customer: string
  plan: string
  /** Id of the price at Stripe. */
  price: string
  /** What the pricing page shows it in. */
  currency: string
}

export interface CheckoutDeps {
  stripe: Stripe
  appUrl: string
  clock: Clock
}

type Session = Stripe.Checkout.Session

const addressOf = (appUrl: string, path: string, query: string): string => `${new URL(path, appUrl).href}?${query}`

/** All that decides on a session. The sum is the price's, and nothing of it comes from a browser. */
function sessionFor(
  appUrl: string,
  { userId, customer, plan, price, currency }: Purchase,
): Stripe.Checkout.SessionCreateParams {
  const mark = markOf({ appUrl })
  return {
    mode: 'subscription',
    customer,
    client_reference_id: userId,
    line_items: [{ price, quantity: 1 }],
    // Whoever has paid by card has paid: what takes days would give a plan before there is money.
    allowed_payment_method_types: ['card'],
    // The sum on the page is the one of the pricing page, in its currency, whatever else the price may have a sum in.
    currency,
    adaptive_pricing: { enabled: false },
    metadata: { userId, [PLAN_METADATA]: plan, [PRICE_METADATA]: price, ...mark },
    subscription_data: { metadata: { userId, ...mark } },
    success_url: addressOf(appUrl, pagePaths.dashboard, 'success=true&session_id={CHECKOUT_SESSION_ID}'),
    cancel_url: addressOf(appUrl, pagePaths.subscribe, 'canceled=true'),
  }
}

async function listOpen(stripe: Stripe, customer: string): Promise<Session[]> {
  const open: Session[] = []
  for await (const session of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })) {
    open.push(session)
  }
  return open
}

function fits({ appUrl, clock }: CheckoutDeps, purchase: Purchase, session: Session): boolean {
  const wanted = sessionFor(appUrl, purchase)
  return (
    session.url !== null &&
    session.client_reference_id === purchase.userId &&
    session.metadata?.[PRICE_METADATA] === purchase.price &&
    session.success_url === wanted.success_url &&
    session.expires_at - clock.now().getTime() / 1000 > LEAST_LEFT_SECONDS
  )
}

/**
 * Closes a page, so that nobody pays on it any more.
 *
 * @returns false where it was paid on just before
 */
async function close(stripe: Stripe, { id }: Session): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(id)
    return true
  } catch (error) {
    // Only an open one can be closed (https://docs.stripe.com/api/checkout/sessions/expire).
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return (await stripe.checkout.sessions.retrieve(id)).status === 'expired'
  }
}

/** Closes every page that is open for a customer: beside a subscription that runs, another must not begin. */
export async function closeCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const open = await listOpen(stripe, customer)
  await Promise.all(open.map(async (session) => close(stripe, session)))
}

/** The customer's newest page, if it is open for this very purchase; else a new one. */
async function findOrOpen(deps: CheckoutDeps, purchase: Purchase): Promise<Session> {
  const { stripe, appUrl } = deps
  const { data } = await stripe.checkout.sessions.list({ customer: purchase.customer, limit: 1 })
  const [newest] = data
  if (newest?.status === 'open' && fits(deps, purchase, newest)) return newest
  const params = sessionFor(appUrl, purchase)
  // Two processes that ask at once see the same newest one, and so open one page.
  const key = idempotencyKey(deps.clock, 'checkout', newest?.id ?? null, JSON.stringify(params))
  return stripe.checkout.sessions.create(params, { idempotencyKey: key })
}

/**
 * Opens the hosted page on which somebody pays for a plan, and sees to it that it is the only one: who paid on two would
 * have two subscriptions. Whoever opens one looks afterwards at what there is. The newest open page stays, all others
 * are closed by whoever finds them, and none stays beside a subscription that runs; so of any number of tabs and
 * processes at once, the last to look leaves one page at most.
 *
 * @returns its address; null where something else happened meanwhile, and it has to be looked at anew what there is
 */
export async function openCheckout(deps: CheckoutDeps, purchase: Purchase): Promise<string | null> {
  const { stripe } = deps
  const session = await findOrOpen(deps, purchase)
  const [newest, ...others] = await listOpen(stripe, purchase.customer)
  if (newest?.id !== session.id) {
    await close(stripe, session)
    return null
  }
  for (const other of others) if (!(await close(stripe, other))) return null
  // Last of all: what was paid on any page up to here shows now, and from here on only this one can be paid on.
  const running = await subscriptionsThatRun(stripe, purchase.customer)
  if (running.length === 0) return session.url
  await close(stripe, session)
  return null
}
