import type { Stripe } from 'stripe'
import { AppError } from '../../../../shared/errors.ts'
import type { Plan, PlanCatalogue, PlanId } from '../../../../shared/plans/catalogue.ts'
import { planIds } from '../../../../shared/plans/catalogue-schema.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { OperatorConfig } from '../../../platform/config/config.ts'
import { isLiveKey } from '../../../platform/config/config-schema.ts'
import type { BillingContext } from '../context.ts'
import { idempotencyKey, nullIfMissing } from '../stripe.ts'

/** Lookup key of a plan's price at Stripe. It is transferred to a new price when the amount in the catalogue changes. */
export const lookupKeyOf = (planId: PlanId): string => `precis_${planId}_monthly`

/** Metadata of products and prices that names the plan. */
export const PLAN_METADATA = 'precis_plan'

export const soldPlans = ({ plans }: PlanCatalogue): Plan[] => plans.filter(({ price }) => price.amount > 0)

/**
 * Plan of a price; null for a price of something else. A former price has lost its lookup key and is recognized by its
 * metadata, or by that of its product if the product is expanded.
 */
function planIdOfPrice(price: Pick<Stripe.Price, 'lookup_key' | 'metadata' | 'product'>): PlanId | null {
  const byKey = planIds.find((id) => lookupKeyOf(id) === price.lookup_key)
  if (byKey !== undefined) return byKey
  const { product } = price
  const ofProduct =
    typeof product === 'object' && product.deleted !== true ? product.metadata[PLAN_METADATA] : undefined
  const planId = price.metadata[PLAN_METADATA] ?? ofProduct
  return planIds.find((id) => id === planId) ?? null
}

/** Plan of a price. Retrieves the product only if necessary; an operator may have removed it. */
export async function findPlanId(stripe: Pick<Stripe, 'products'>, price: Stripe.Price): Promise<PlanId | null> {
  const known = planIdOfPrice(price)
  if (known !== null || typeof price.product !== 'string') return known
  const product = await nullIfMissing(stripe.products.retrieve(price.product))
  return product === null ? null : planIdOfPrice({ ...price, product })
}

/** Difference between a price at Stripe and the catalogue. */
export type PriceFault = 'missing' | 'inactive' | 'other amount' | 'other currency' | 'not monthly'

export interface PlanPrice {
  plan: Plan
  /** Null when the price is missing. */
  price: Stripe.Price | null
  /** Empty: the price matches the catalogue. */
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

export const isCorrect = ({ faults }: PlanPrice): boolean => faults.length === 0

/** Reads the prices of all paid plans in one request. */
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

interface PriceContext {
  stripe: Pick<Stripe, 'prices' | 'products'>
  clock: Clock
}

/** Finds the product of a plan by its metadata, or creates it. Returns its id. */
async function ensureProduct({ stripe, clock }: PriceContext, plan: Plan): Promise<string> {
  for await (const product of stripe.products.list({ active: true, limit: 100 })) {
    if (product.metadata[PLAN_METADATA] === plan.id) return product.id
  }
  const created = await stripe.products.create(
    { name: plan.name, metadata: { [PLAN_METADATA]: plan.id } },
    { idempotencyKey: idempotencyKey(clock, 'product', plan.id, plan.name) },
  )
  return created.id
}

async function createPrice(context: PriceContext, { plan, price: former }: PlanPrice): Promise<void> {
  const { stripe, clock } = context
  const product = await ensureProduct(context, plan)
  const { amount, currency } = plan.price
  await stripe.prices.create(
    {
      product,
      currency,
      unit_amount: amount,
      recurring: { interval: 'month' },
      lookup_key: lookupKeyOf(plan.id),
      // Existing subscriptions keep their price.
      transfer_lookup_key: true,
      metadata: { [PLAN_METADATA]: plan.id },
    },
    { idempotencyKey: idempotencyKey(clock, 'price', product, plan.id, amount, currency, former?.id ?? null) },
  )
}

/**
 * Creates the missing prices of the catalogue at Stripe. Repeated and concurrent calls create nothing twice.
 * @param options.replace whether a new price takes over the lookup key of one that differs from the catalogue; existing
 * subscriptions keep theirs
 */
export async function ensurePrices(context: PriceContext, catalogue: PlanCatalogue, { replace }: { replace: boolean }) {
  const before = await findPrices(context.stripe, catalogue)
  const toCreate = before.filter((found) => found.price === null || (replace && !isCorrect(found)))
  if (toCreate.length === 0) return before
  for (const found of toCreate) await createPrice(context, found)
  return findPrices(context.stripe, catalogue)
}

/**
 * Whether missing products and prices are created at Stripe: outside production, and without a live key, with which an
 * operator creates them by command.
 */
const createsPrices = ({ production, stripe }: OperatorConfig): boolean =>
  !production && (stripe === null || !isLiveKey(stripe.secretKey))

/**
 * Returns the price of a plan, which matches the amount on every screen, with those of the other plans. Outside
 * production, where no real money is charged, missing and different prices are created from the catalogue.
 * @throws AppError `unavailable` when Stripe has no price for the plan, or a different one
 */
export async function requirePrice(
  { catalogue, clock, log, config }: BillingContext,
  stripe: Pick<Stripe, 'prices' | 'products'>,
  plan: Plan,
): Promise<{ price: Stripe.Price; all: readonly PlanPrice[] }> {
  let all = await findPrices(stripe, catalogue)
  if (createsPrices(config) && !all.every(isCorrect))
    all = await ensurePrices({ stripe, clock }, catalogue, { replace: true })
  const found = all.find((candidate) => candidate.plan.id === plan.id)
  if (found !== undefined && found.price !== null && isCorrect(found)) return { price: found.price, all }
  const details = { plan: plan.id, faults: found?.faults ?? ['missing'], price: found?.price?.id ?? null }
  log.error(
    { event: 'billing.wrong_price', ...details },
    'the price of a plan at Stripe differs from the catalogue, so it cannot be bought: see "precis stripe check"',
  )
  const message = `The ${plan.name} plan cannot be bought at the moment. Nothing was charged. Please try again later.`
  throw new AppError('unavailable', message)
}
