import type { Stripe } from 'stripe'

/** Version of the API whose shapes are answered; the one that the SDK asks for. */
export const API_VERSION = '2026-10-28.endive'

/** A list as Stripe answers it. */
export interface List<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}

/** What the SDK makes decimals of, and what it takes apart into ids and objects, as they are on the wire. */
type Wire<T, Own> = Omit<T, keyof Own> & Own

export type StripePrice = Wire<Stripe.Price, { product: string; unit_amount_decimal: string | null }>
export type StripePlan = Wire<Stripe.Plan, { product: string; amount_decimal: string | null }>
export type StripeProduct = Stripe.Product
export type StripeCustomer = Stripe.Customer
export type StripeItem = Wire<Stripe.SubscriptionItem, { price: StripePrice; plan: StripePlan }>
export type StripeSubscription = Wire<
  Stripe.Subscription,
  { customer: string; items: List<StripeItem>; latest_invoice: string | null }
>
type LinePricing = Wire<Stripe.InvoiceLineItem.Pricing, { unit_amount_decimal: string | null }>
export type StripeLine = Wire<Stripe.InvoiceLineItem, { pricing: LinePricing; quantity_decimal: string | null }>
export type StripeInvoice = Wire<Stripe.Invoice, { customer: string; lines: List<StripeLine> }>
export type StripeLineItem = Wire<Stripe.LineItem, { price: StripePrice }>
export type StripeCheckoutSession = Wire<
  Stripe.Checkout.Session,
  { customer: string | null; subscription: string | null; line_items?: List<StripeLineItem> }
>
export type StripePortalSession = Wire<Stripe.BillingPortal.Session, { configuration: string }>
export type StripeConfiguration = Stripe.BillingPortal.Configuration
export type StripeEndpoint = Stripe.WebhookEndpoint
export type StripeEvent = Wire<
  Stripe.EventBase,
  { type: string; data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> } }
>
export type StripeAccount = Stripe.Account
export type StripeBalance = Stripe.Balance
