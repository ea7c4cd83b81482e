import type { Stripe } from 'stripe'
import { AppError } from '../../../shared/errors.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import type { BillingDeps } from './billing-deps.ts'
import { ensurePrices, findPrices, isFlawless, type PlanPrice } from './prices.ts'

/** A price that is as in the catalogue, beside those of the other plans. */
export interface CheckedPrice {
  price: Stripe.Price
  all: readonly PlanPrice[]
}

/**
 * The price at Stripe that people pay for a plan: the sum that every screen shows, or none. Outside production,
 * where nothing moves real money, what Stripe lacks is made, and prices follow the catalogue.
 *
 * @throws AppError `unavailable` when Stripe has no price for the plan, or another sum
 */
export async function checkedPrice(
  { catalogue, clock, log, production }: Pick<BillingDeps, 'catalogue' | 'clock' | 'log' | 'production'>,
  stripe: Pick<Stripe, 'prices' | 'products'>,
  plan: Plan,
): Promise<CheckedPrice> {
  let all = await findPrices(stripe, catalogue)
  if (!production && !all.every(isFlawless)) all = await ensurePrices({ stripe, clock }, catalogue, { replace: true })
  const found = all.find((candidate) => candidate.plan.id === plan.id)
  if (found !== undefined && found.price !== null && isFlawless(found)) return { price: found.price, all }
  log.error(
    { plan: plan.id, faults: found?.faults ?? ['missing'], price: found?.price?.id ?? null },
    'the price of a plan at Stripe is not the one of the catalogue, so it cannot be bought: see "precis stripe check"',
  )
  throw new AppError(
    'unavailable',
    `The ${plan.name} plan cannot be bought at the moment. Nothing was charged. Please try again later.`,
  )
}
