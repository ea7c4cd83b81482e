import { priceOf, productOf } from '../engine/find.ts'
import type { CheckoutSession, World } from '../engine/records.ts'
import { toPrice } from './goods.ts'
import { wholeList } from './list.ts'
import type { List, StripeCheckoutSession, StripeLineItem } from './shapes.ts'

/** The things that a session sells (https://docs.stripe.com/api/checkout/sessions/line_items). */
export function toLineItems(world: World, session: CheckoutSession): List<StripeLineItem> {
  const items = session.lineItems.map(({ id, price: priceId, quantity }): StripeLineItem => {
    const price = priceOf(world, priceId)
    const amount = session.trialDays === null && session.trialEnd === null ? price.unitAmount * quantity : 0
    return {
      id,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: productOf(world, price.product).name,
      metadata: {},
      price: toPrice(price),
      quantity,
    }
  })
  return wholeList(items, `/v1/checkout/sessions/${session.id}/line_items`)
}

/** What Stripe has and the stand-in never fills. */
const empty = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  customer_creation: null,
  discounts: null,
  integration_identifier: null,
  invoice_creation: null,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  wallet_options: null,
}

/** https://docs.stripe.com/api/checkout/sessions/object; `line_items` are there when they are asked for only. */
export function toCheckoutSession(world: World, url: string, session: CheckoutSession): StripeCheckoutSession {
  const total = toLineItems(world, session).data.reduce((sum, { amount_total: amount }) => sum + amount, 0)
  const customer = session.customer === null ? undefined : world.customers[session.customer]
  const email = customer?.email ?? session.customerEmail
  const trial = session.trialDays !== null || session.trialEnd !== null
  const paid = trial || total === 0 ? 'no_payment_required' : 'paid'
  return {
    id: session.id,
    object: 'checkout.session',
    ...empty,
    allow_promotion_codes: session.allowPromotionCodes,
    amount_subtotal: total,
    amount_total: total,
    billing_address_collection: session.billingAddressCollection,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    currency: session.currency,
    customer: session.customer,
    customer_details:
      email === null
        ? null
        : {
            address: null,
            business_name: null,
            email,
            individual_name: null,
            name: customer?.name ?? null,
            phone: null,
            tax_exempt: 'none',
            tax_ids: [],
          },
    customer_email: session.customerEmail,
    expires_at: session.expiresAt,
    invoice: session.invoice,
    livemode: false,
    locale: session.locale,
    metadata: session.metadata,
    mode: 'subscription',
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    payment_status: session.status === 'complete' ? paid : 'unpaid',
    status: session.status,
    subscription: session.subscription,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${url}/pay/${session.id}` : null,
  }
}
