import { Stripe } from 'stripe'
import type { PlanCatalogue } from '../../../../shared/plans/catalogue.ts'
import { systemClock } from '../../../platform/clock.ts'
import { isLiveKey } from '../../../platform/config-schema.ts'
import { createStripe } from '../stripe-client.ts'
import { checkPortal } from './check-portal.ts'
import { checkPrices } from './check-prices.ts'
import { type Answerer, checkReach, checkWebhook } from './check-webhook.ts'
import { explainStripe } from './explain.ts'
import type { SetupItem, SetupReport } from './setup-report.ts'

export interface SetupOptions {
  secretKey: string
  /** Of a server other than Stripe's own; null is Stripe's. */
  apiUrl: string | null
  answerer: Answerer
  appUrl: string
  production: boolean
  catalogue: PlanCatalogue
  /** Whether what is missing is made. What exists is never changed or removed. */
  apply: boolean
  signal: AbortSignal
}

async function readAccount(stripe: Stripe): Promise<Stripe.Account | null> {
  try {
    return await stripe.accounts.retrieveCurrent()
  } catch (error) {
    // A restricted key need not be allowed to see whose it is.
    if (error instanceof Stripe.errors.StripePermissionError) return null
    throw error
  }
}

const accountFacts = ({ id, business_profile: profile, settings, country }: Stripe.Account) => ({
  id,
  name: settings?.dashboard.display_name ?? profile?.name ?? null,
  country: country ?? null,
})

/** An account may have keys long before it may charge. */
function accountItems(account: Stripe.Account | null): SetupItem[] {
  if (account === null || account.charges_enabled) return []
  return [{ what: 'account', state: 'wrong', detail: "It may not charge yet. Complete it in Stripe's dashboard." }]
}

function keyItem(mode: SetupReport['mode'], production: boolean): SetupItem {
  const item = (state: SetupItem['state'], detail: string): SetupItem => ({ what: 'key', state, detail })
  if (production && mode === 'test') return item('note', 'A test key, in production: nobody is charged.')
  if (!production && mode === 'live') return item('note', 'A live key, outside production: people are charged.')
  return item('ok', mode === 'test' ? 'A test key: nobody is charged.' : 'A live key.')
}

/**
 * Looks whether all stands at Stripe that the product needs there, and with `apply` makes what is missing.
 *
 * @throws AppError `unavailable` when Stripe refuses the key, or something that the key may not do, or cannot be reached
 */
export async function checkSetup(options: SetupOptions): Promise<SetupReport> {
  const { secretKey, apiUrl, answerer, appUrl, production, catalogue, apply, signal } = options
  const stripe = createStripe({ secretKey, apiUrl })
  const check = { stripe, clock: systemClock, apply }
  const mode = isLiveKey(secretKey) ? 'live' : 'test'
  return explainStripe(async () => {
    const account = await readAccount(stripe)
    const { items, prices } = await checkPrices(check, catalogue)
    const portal = await checkPortal(check, prices)
    const webhook = await checkWebhook(check, { appUrl, answerer })
    return {
      mode,
      account: account === null ? null : accountFacts(account),
      apiVersion: Stripe.API_VERSION,
      items: [
        keyItem(mode, production),
        ...accountItems(account),
        ...items,
        portal,
        ...webhook.items,
        await checkReach(appUrl, signal),
      ],
      webhookSecret: webhook.webhookSecret,
    }
  })
}
