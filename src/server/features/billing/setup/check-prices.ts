import { formatMoney } from '../../../../shared/format.ts'
import type { PlanCatalogue } from '../../../../shared/plans/catalogue.ts'
import { ensurePrices, findPrices, lookupKeyOf, type PlanPrice, type PriceFault } from '../prices.ts'
import type { SetupCheck } from './setup-check.ts'
import type { SetupItem } from './setup-report.ts'

const moneyOf = ({ amount, currency }: { amount: number; currency: string }): string =>
  `${formatMoney(amount, currency)} a month`

const faultWords: Record<Exclude<PriceFault, 'missing'>, string> = {
  inactive: 'it, or its product, is archived',
  'other amount': 'the sum is another one',
  'other currency': 'the currency is another one',
  'not monthly': 'it is not a plain price a month',
}

function wrongPrice({ plan, price, faults }: PlanPrice): string {
  const charged =
    price === null || price.unit_amount === null
      ? ''
      : `Stripe has ${moneyOf({ amount: price.unit_amount, currency: price.currency })} (${price.id}), `
  const why = faults.flatMap((fault) => (fault === 'missing' ? [] : [faultWords[fault]])).join(', ')
  return `${charged}the catalogue ${moneyOf(plan.price)}: ${why}. Nobody can buy ${plan.name} until they agree. Change the catalogue, or add a price of ${moneyOf(plan.price)} in Stripe's dashboard and give it the lookup key ${lookupKeyOf(plan.id)}.`
}

function itemOf(found: PlanPrice, made: boolean): SetupItem {
  const { plan, price, faults } = found
  const what = `price of ${plan.name}`
  const sum = moneyOf(plan.price)
  if (price === null) return { what, state: 'missing', detail: `${sum}, lookup key ${lookupKeyOf(plan.id)}` }
  if (faults.length > 0) return { what, state: 'wrong', detail: wrongPrice(found) }
  return { what, state: made ? 'made' : 'ok', detail: `${sum} (${price.id})` }
}

/** Holds Stripe's prices against the catalogue's; makes those that are missing where it may. */
export async function checkPrices(
  { stripe, clock, apply }: SetupCheck,
  catalogue: PlanCatalogue,
): Promise<{ items: SetupItem[]; prices: PlanPrice[] }> {
  const before = await findPrices(stripe, catalogue)
  const prices = apply ? await ensurePrices({ stripe, clock }, catalogue, { replace: false }) : before
  const items = prices.map((found, index) => itemOf(found, before[index]?.price === null))
  if (items.length > 0) return { items, prices }
  return { items: [{ what: 'prices', state: 'note', detail: 'The catalogue sells nothing.' }], prices }
}
