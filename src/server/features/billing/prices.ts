import type { Stripe } from 'stripe'
import { type Plan, type PlanCatalogue, type PlanId, planIds } from '../../../shared/plans/catalogue.ts'
import type { Clock } from '../../platform/clock.ts'
import { idempotencyKey } from './idempotency.ts'
import { unlessMissing } from './stripe-errors.ts'

/** What a plan's price is found by at Stripe. It wanders to a new price when the catalogue's sum changes. */
export const lookupKeyOf = (planId: PlanId): string => `precis_${planId}_monthly`

/** Name of the metadata, of products and of prices, that names the plan. */
export const PLAN_METADATA = 'precis_plan'

/** The plans that are paid for. */
export const soldPlans = ({ plans }: PlanCatalogue): Plan[] => plans.filter(({ price }) => price.amount > 0)

/**
 * The plan that a price is for; null for a price of something else. A price that new subscriptions no longer get has
 * lost its lookup key, and is known by its metadata, or by that of its product where Stripe has sent it along.
 */
function planIdOfPrice(price: Pick<Stripe.Price, 'lookup_key' | 'metadata' | 'product'>): PlanId | null {
  const byKey = planIds.find((id) => lookupKeyOf(id) === price.lookup_key)
  if (byKey !== undefined) return byKey
  const { product } = price
  const ofProduct =
    typeof product === 'object' && product.deleted !== true ? product.metadata[PLAN_METADATA] : undefined
  const named = price.metadata[PLAN_METADATA] ?? ofProduct
  return planIds.find((id) => id === named) ?? null
}

/**
 * The same, asking for the product only where the price itself does not say. An operator may have removed the product.
 */
export async function findPlanId(stripe: Pick<Stripe, 'products'>, price: Stripe.Price): Promise<PlanId | null> {
  const known = planIdOfPrice(price)
  if (known !== null || typeof price.product !== 'string') return known
  const product = await unlessMissing(stripe.products.retrieve(price.product))
  return product === null ? null : planIdOfPrice({ ...price, product })
}

/** What is wrong with the price that Stripe has for a plan. */
export type PriceFault = 'missing' | 'inactive' | 'other amount' | 'other currency' | 'not monthly'

/** A plan of the catalogue with the price that Stripe has for it. */
export interface PlanPrice {
  plan: Plan
  /** Null where Stripe has none. */
  price: Stripe.Price | null
  /** None: what Stripe charges is what the catalogue says. */
  faults: readonly PriceFault[]
}

function faultsOf(plan: Plan, price: Stripe.Price | null): PriceFault[] {
  if (price === null) return ['missing']
  const { product, recurring } = price
  const isSold = price.active && typeof product === 'object' && product.deleted !== true && product.active
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1
  return [
    ...(isSold ? [] : (['inactive'] as const)),
    ...(price.unit_amount === plan.price.amount ? [] : (['other amount'] as const)),
    ...(price.currency === plan.price.currency ? [] : (['other currency'] as const)),
    ...(isMonthly && recurring.usage_type === 'licensed' ? [] : (['not monthly'] as const)),
  ]
}

/** Whether Stripe charges what the catalogue says. */
export const isFlawless = ({ faults }: PlanPrice): boolean => faults.length === 0

/** What Stripe has for each plan that is sold, with one question. */
export async function findPrices(stripe: Pick<Stripe, 'prices'>, catalogue: PlanCatalogue): Promise<PlanPrice[]> {
  const plans = soldPlans(catalogue)
  if (plans.length === 0) return []
  const { data } = await stripe.prices.list({
    lookup_keys: plans.map(({ id }) => lookupKeyOf(id)),
    expand: ['data.product'],
    limit: 100,
  })
  return plans.map((plan) => {
    const price = data.find(({ lookup_key: key }) => key === lookupKeyOf(plan.id)) ?? null
    return { plan, price, faults: faultsOf(plan, price) }
  })
}

/** What prices are made with. */
export interface PriceMaker {
  stripe: Pick<Stripe, 'prices' | 'products'>
  clock: Clock
}

/** The id of the product of a plan: one that says so, else a new one. */
async function ensureProduct({ stripe, clock }: PriceMaker, plan: Plan): Promise<string> {
  for await (const product of stripe.products.list({ active: true, limit: 100 })) {
    if (product.metadata[PLAN_METADATA] === plan.id) return product.id
  }
  const made = await stripe.products.create(
    { name: plan.name, metadata: { [PLAN_METADATA]: plan.id } },
    { idempotencyKey: idempotencyKey(clock, 'product', plan.id, plan.name) },
  )
  return made.id
}

async function makePrice(maker: PriceMaker, { plan, price: former }: PlanPrice): Promise<void> {
  const { stripe, clock } = maker
  const product = await ensureProduct(maker, plan)
  const { amount, currency } = plan.price
  await stripe.prices.create(
    {
      product,
      currency,
      unit_amount: amount,
      recurring: { interval: 'month' },
      lookup_key: lookupKeyOf(plan.id),
      // Whoever subscribed before keeps the price they agreed to.
      transfer_lookup_key: true,
      metadata: { [PLAN_METADATA]: plan.id },
    },
    { idempotencyKey: idempotencyKey(clock, 'price', product, plan.id, amount, currency, former?.id ?? null) },
  )
}

/**
 * Makes at Stripe what it lacks of the catalogue. Doing it again, or in two processes at once, makes nothing twice.
 *
 * @param options.replace whether a price that is not as in the catalogue is replaced: a new one takes its lookup key,
 *   and subscriptions that run keep theirs. Otherwise nothing that exists is touched
 * @returns what Stripe has then
 */
export async function ensurePrices(
  maker: PriceMaker,
  catalogue: PlanCatalogue,
  { replace }: { replace: boolean },
): Promise<PlanPrice[]> {
  const before = await findPrices(maker.stripe, catalogue)
  const lacking = before.filter((found) => found.price === null || (replace && !isFlawless(found)))
  if (lacking.length === 0) return before
  for (const found of lacking) await makePrice(maker, found)
  return findPrices(maker.stripe, catalogue)
}
