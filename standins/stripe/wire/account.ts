import type { World } from '../engine/records.ts'
import type { StripeAccount, StripeBalance } from './shapes.ts'

/** https://docs.stripe.com/api/accounts/object */
export const toAccount = (world: World): StripeAccount => ({
  id: world.account,
  object: 'account',
  business_profile: null,
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: null,
  payouts_enabled: true,
  settings: null,
  type: 'standard',
})

/** https://docs.stripe.com/api/balance/balance_object */
export function toBalance(world: World): StripeBalance {
  const paid = Object.values(world.invoices).filter(({ status }) => status === 'paid')
  const currencies = [...new Set(['usd', ...paid.map(({ currency }) => currency)])]
  const sumOf = (currency: string): number =>
    paid.reduce((sum, invoice) => sum + (invoice.currency === currency ? invoice.amountPaid : 0), 0)
  return {
    object: 'balance',
    available: currencies.map((currency) => ({ amount: sumOf(currency), currency })),
    livemode: false,
    pending: currencies.map((currency) => ({ amount: 0, currency })),
  }
}
