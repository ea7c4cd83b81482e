import { priceOf } from '../engine/find.ts'
import { dueOf, totalOf } from '../engine/money.ts'
import type { Invoice, Line, World } from '../engine/records.ts'
import { wholeList } from './list.ts'
import type { StripeInvoice, StripeLine } from './shapes.ts'

function toLine(world: World, invoice: Invoice, line: Line): StripeLine {
  const price = priceOf(world, line.price)
  return {
    id: line.id,
    object: 'line_item',
    amount: line.amount,
    currency: invoice.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.proration,
        proration_details: line.proration ? { credited_items: null } : null,
        subscription: invoice.subscription,
        subscription_item: line.subscriptionItem,
      },
      type: 'subscription_item_details',
    },
    period: { end: line.periodEnd, start: line.periodStart },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price, product: price.product },
      type: 'price_details',
      unit_amount_decimal: String(price.unitAmount),
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: invoice.subscription,
    subtotal: line.amount,
    taxes: [],
  }
}

/** What of an invoice follows from its sums. */
function sumsOf(invoice: Invoice) {
  const total = totalOf(invoice)
  const due = dueOf(invoice)
  return {
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: invoice.amountPaid,
    amount_remaining: due - invoice.amountPaid,
    amount_shipping: 0,
    ending_balance: invoice.endingBalance,
    starting_balance: invoice.startingBalance,
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  }
}

/** What Stripe has and the stand-in never fills. */
const empty = {
  account_tax_ids: null,
  application: null,
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  default_payment_method: null,
  default_source: null,
  description: null,
  due_date: null,
  footer: null,
  from_invoice: null,
  last_finalization_error: null,
  latest_revision: null,
  on_behalf_of: null,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
}

/** https://docs.stripe.com/api/invoices/object */
export function toInvoice(world: World, url: string, invoice: Invoice): StripeInvoice {
  const subscription = world.subscriptions[invoice.subscription]
  return {
    id: invoice.id,
    object: 'invoice',
    ...empty,
    ...sumsOf(invoice),
    account_country: 'US',
    account_name: 'Stand-in',
    attempt_count: invoice.attemptCount,
    attempted: invoice.attemptCount > 0,
    auto_advance: invoice.autoAdvance,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: invoice.finalizesAt,
    billing_reason: invoice.billingReason,
    collection_method: 'charge_automatically',
    created: invoice.created,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_email: invoice.customerEmail,
    customer_name: invoice.customerName,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    effective_at: invoice.finalizedAt,
    hosted_invoice_url: invoice.finalizedAt === null ? null : `${url}/invoice/${invoice.id}`,
    invoice_pdf: null,
    issuer: { type: 'self' },
    lines: wholeList(
      invoice.lines.map((line) => toLine(world, invoice, line)),
      `/v1/invoices/${invoice.id}/lines`,
    ),
    livemode: false,
    metadata: invoice.metadata,
    next_payment_attempt: invoice.nextAttempt ?? invoice.finalizesAt,
    number: invoice.number,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription?.metadata ?? {}, subscription: invoice.subscription },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.finalizedAt,
      marked_uncollectible_at: invoice.uncollectibleAt,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
    },
    webhooks_delivered_at: invoice.created,
  }
}
