import type { Price, Product } from '../engine/records.ts'
import type { StripePlan, StripePrice, StripeProduct } from './shapes.ts'

/** https://docs.stripe.com/api/products/object */
export const toProduct = (product: Product): StripeProduct => ({
  id: product.id,
  object: 'product',
  active: product.active,
  created: product.created,
  default_price: product.defaultPrice,
  description: product.description,
  images: product.images,
  livemode: false,
  marketing_features: [],
  metadata: product.metadata,
  name: product.name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: product.statementDescriptor,
  tax_code: product.taxCode,
  tax_details: null,
  type: 'service',
  unit_label: product.unitLabel,
  updated: product.updated,
  url: product.url,
})

/** https://docs.stripe.com/api/prices/object */
export const toPrice = (price: Price): StripePrice => ({
  id: price.id,
  object: 'price',
  active: price.active,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: price.lookupKey,
  metadata: price.metadata,
  nickname: price.nickname,
  product: price.product,
  recurring:
    price.recurring === null
      ? null
      : {
          interval: price.recurring.interval,
          interval_count: price.recurring.count,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        },
  tax_behavior: price.taxBehavior,
  tiers_mode: null,
  transform_quantity: null,
  type: price.recurring === null ? 'one_time' : 'recurring',
  unit_amount: price.unitAmount,
  unit_amount_decimal: String(price.unitAmount),
})

/** https://docs.stripe.com/api/plans/object: the older face of a price, which subscriptions still show. */
export const toPlan = (price: Price): StripePlan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unitAmount,
  amount_decimal: String(price.unitAmount),
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})
