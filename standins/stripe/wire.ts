import type { Stripe } from 'stripe'
import { dueOf, totalOf } from './engine/amounts.ts'
import type { Engine } from './engine/engine.ts'
import { priceOf } from './engine/find.ts'
import type {
  CheckoutSession,
  Configuration,
  Customer,
  Endpoint,
  Invoice,
  PortalSession,
  Price,
  Product,
  StoredEvent,
  Subscription,
  World,
} from './engine/records.ts'

/** Version of the API whose objects are returned; the one that the SDK requests. */
export const API_VERSION = '2026-10-28.endive'

/** Some fields of an SDK type, at every depth: the stand-in returns the fields that the product and its tests read. */
type Part<T> = T extends readonly (infer Item)[] ? Part<Item>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T

/** A list as Stripe returns it. */
export const listOf = <T>(data: T[], url: string, hasMore = false) =>
  ({ object: 'list', data, has_more: hasMore, url }) as const

export const toCustomer = ({ id, balance, created, currency, email, metadata, name }: Customer) =>
  ({
    id,
    object: 'customer',
    balance,
    created,
    currency,
    email,
    livemode: false,
    metadata,
    name,
  }) satisfies Part<Stripe.Customer>

/** https://docs.stripe.com/api/customers/delete */
export const toDeletedCustomer = ({ id }: Customer) =>
  ({ id, object: 'customer', deleted: true }) satisfies Part<Stripe.DeletedCustomer>

export const toProduct = ({ id, active, created, metadata, name }: Product) =>
  ({ id, object: 'product', active, created, livemode: false, metadata, name }) satisfies Part<Stripe.Product>

export const toPrice = ({ id, active, created, currency, interval, lookupKey, metadata, product, unitAmount }: Price) =>
  ({
    id,
    object: 'price',
    active,
    created,
    currency,
    livemode: false,
    lookup_key: lookupKey,
    metadata,
    product,
    recurring: { interval, interval_count: 1, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount: unitAmount,
  }) satisfies Part<Stripe.Price>

export function toSubscription(world: World, subscription: Subscription) {
  const { id, trialEnd, created } = subscription
  const item = {
    id: subscription.itemId,
    object: 'subscription_item',
    created,
    current_period_end: subscription.periodEnd,
    current_period_start: subscription.periodStart,
    metadata: {},
    price: toPrice(priceOf(world, subscription.price)),
    quantity: 1,
    subscription: id,
  } satisfies Part<Stripe.SubscriptionItem>
  return {
    id,
    object: 'subscription',
    billing_cycle_anchor: subscription.anchor,
    cancel_at: subscription.cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    customer: subscription.customer,
    ended_at: subscription.endedAt,
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    metadata: subscription.metadata,
    start_date: created,
    status: subscription.status,
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : created,
  } satisfies Part<Stripe.Subscription>
}
export type StripeSubscription = ReturnType<typeof toSubscription>

export function toInvoice(url: string, invoice: Invoice) {
  const { id, currency, finalizedAt } = invoice
  const lines = invoice.lines.map(
    (line) =>
      ({
        id: line.id,
        object: 'line_item',
        amount: line.amount,
        currency,
        description: line.description,
        period: { end: line.periodEnd, start: line.periodStart },
      }) satisfies Part<Stripe.InvoiceLineItem>,
  )
  return {
    id,
    object: 'invoice',
    amount_due: dueOf(invoice),
    amount_paid: invoice.amountPaid,
    amount_remaining: dueOf(invoice) - invoice.amountPaid,
    attempt_count: invoice.attemptCount,
    created: invoice.created,
    currency,
    customer: invoice.customer,
    customer_email: invoice.customerEmail,
    hosted_invoice_url: finalizedAt === null ? null : `${url}/invoice/${id}`,
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    next_payment_attempt: invoice.nextAttempt ?? invoice.finalizesAt,
    number: invoice.number,
    parent: { subscription_details: { subscription: invoice.subscription }, type: 'subscription_details' },
    starting_balance: invoice.startingBalance,
    status: invoice.status,
    total: totalOf(invoice),
  } satisfies Part<Stripe.Invoice>
}

export function toCheckoutSession({ world, url }: Engine, session: CheckoutSession) {
  const { currency, unitAmount } = priceOf(world, session.price)
  return {
    id: session.id,
    object: 'checkout.session',
    amount_total: unitAmount,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    currency,
    customer: session.customer,
    expires_at: session.expiresAt,
    livemode: false,
    metadata: session.metadata,
    mode: 'subscription',
    payment_status: session.status === 'complete' ? 'paid' : 'unpaid',
    status: session.status,
    subscription: session.subscription,
    success_url: session.successUrl,
    url: session.status === 'open' ? `${url}/pay/${session.id}` : null,
  } satisfies Part<Stripe.Checkout.Session>
}

export const toConfiguration = ({ id, active, created, metadata, paymentMethodUpdate }: Configuration) =>
  ({
    id,
    object: 'billing_portal.configuration',
    active,
    created,
    features: { payment_method_update: { enabled: paymentMethodUpdate } },
    livemode: false,
    metadata,
  }) satisfies Part<Stripe.BillingPortal.Configuration>

export const toPortalSession = (url: string, { id, created, customer, returnUrl }: PortalSession) =>
  ({
    id,
    object: 'billing_portal.session',
    created,
    customer,
    livemode: false,
    return_url: returnUrl,
    url: `${url}/portal/${id}`,
  }) satisfies Part<Stripe.BillingPortal.Session>

export const toEvent = ({ id, created, object, type }: StoredEvent) => ({
  id,
  object: 'event',
  api_version: API_VERSION,
  created,
  data: { object },
  livemode: false,
  type,
})
export type StripeEvent = ReturnType<typeof toEvent>

export const toEndpoint = ({ id, created, enabledEvents, enabled, url }: Endpoint) =>
  ({
    id,
    object: 'webhook_endpoint',
    created,
    enabled_events: enabledEvents,
    livemode: false,
    status: enabled ? 'enabled' : 'disabled',
    url,
  }) satisfies Part<Stripe.WebhookEndpoint>

export const toAccount = ({ account: id }: World) =>
  ({
    id,
    object: 'account',
    business_profile: null,
    charges_enabled: true,
    country: 'US',
    settings: null,
  }) satisfies Part<Stripe.Account>
