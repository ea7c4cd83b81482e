import { priceOf } from '../engine/find.ts'
import type { Subscription, SubscriptionItem, World } from '../engine/records.ts'
import { toPlan, toPrice } from './goods.ts'
import { wholeList } from './list.ts'
import type { StripeItem, StripeSubscription } from './shapes.ts'

const toItem = (world: World, subscription: string, item: SubscriptionItem): StripeItem => {
  const price = priceOf(world, item.price)
  return {
    id: item.id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: item.created,
    current_period_end: item.periodEnd,
    current_period_start: item.periodStart,
    current_trial: null,
    discounts: [],
    metadata: item.metadata,
    plan: toPlan(price),
    price: toPrice(price),
    quantity: item.quantity,
    subscription,
    tax_rates: [],
  }
}

/** https://docs.stripe.com/api/subscriptions/object */
export const toSubscription = (world: World, subscription: Subscription): StripeSubscription => ({
  id: subscription.id,
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: subscription.anchor,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: subscription.cancelAt,
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  canceled_at: subscription.canceledAt,
  cancellation_details: {
    comment: subscription.comment,
    feedback: subscription.feedback,
    feedback_option: null,
    reason: subscription.reason,
  },
  collection_method: 'charge_automatically',
  created: subscription.created,
  currency: subscription.currency,
  customer: subscription.customer,
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: subscription.description,
  discounts: [],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  ended_at: subscription.endedAt,
  items: wholeList(
    subscription.items.map((item) => toItem(world, subscription.id, item)),
    `/v1/subscription_items?subscription=${subscription.id}`,
  ),
  latest_invoice: subscription.latestInvoice,
  livemode: false,
  managed_payments: null,
  metadata: subscription.metadata,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: subscription.startDate,
  status: subscription.status,
  test_clock: null,
  transfer_data: null,
  trial_end: subscription.trialEnd,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: subscription.trialStart,
})
