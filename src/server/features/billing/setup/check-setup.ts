import { Stripe } from 'stripe'
import { AppError } from '../../../../shared/errors.ts'
import type { PlanCatalogue } from '../../../../shared/plans/catalogue.ts'
import { formatMoney } from '../../../../shared/text/format.ts'
import { systemClock } from '../../../platform/clock.ts'
import { type OperatorConfig, type StripeAccess, standinConnection } from '../../../platform/config/config.ts'
import { isLiveKey } from '../../../platform/config/config-schema.ts'
import { ensurePortalConfiguration, findPortalConfiguration, isPortalCurrent } from '../checkout/portal.ts'
import {
  ensurePrices,
  findPrices,
  isCorrect,
  lookupKeyOf,
  type PlanPrice,
  type PriceFault,
} from '../checkout/prices.ts'
import { createStripe } from '../stripe.ts'
import { type ApiServer, checkReach, checkWebhook, type SetupItem, type SetupReport } from './check-webhook.ts'

interface SetupOptions extends OperatorConfig {
  stripe: StripeAccess
  catalogue: PlanCatalogue
  /** Whether to create what is missing. Existing objects are never changed or removed. */
  apply: boolean
  signal: AbortSignal
}

async function readAccount(stripe: Stripe): Promise<Stripe.Account | null> {
  try {
    return await stripe.accounts.retrieveCurrent()
  } catch (error) {
    // A restricted key may lack the permission to read its account.
    if (error instanceof Stripe.errors.StripePermissionError) return null
    throw error
  }
}

const accountFacts = ({ id, business_profile: profile, settings, country }: Stripe.Account) => ({
  id,
  name: settings?.dashboard.display_name ?? profile?.name ?? null,
  country: country ?? null,
})

/** An account has keys before it may charge. */
function accountItems(account: Stripe.Account | null): SetupItem[] {
  if (account === null || account.charges_enabled) return []
  return [{ what: 'account', state: 'wrong', detail: 'It may not charge yet. Complete it in Stripe’s dashboard.' }]
}

function keyItem(mode: SetupReport['mode'], production: boolean): SetupItem {
  const item = (state: SetupItem['state'], detail: string): SetupItem => ({ what: 'key', state, detail })
  if (production && mode === 'test') return item('note', 'A test key, in production: nobody is charged.')
  if (!production && mode === 'live') return item('note', 'A live key, outside production: people are charged.')
  return item('ok', mode === 'test' ? 'A test key: nobody is charged.' : 'A live key.')
}

const monthly = (amount: number, currency: string): string => `${formatMoney(amount, currency)} a month`

const faultTexts: Record<Exclude<PriceFault, 'missing'>, string> = {
  inactive: 'it, or its product, is archived',
  'other amount': 'the sum is another one',
  'other currency': 'the currency is another one',
  'not monthly': 'it is not a plain price a month',
}

function wrongPrice({ plan, price, faults }: PlanPrice): string {
  const wanted = monthly(plan.price.amount, plan.price.currency)
  const found =
    price === null || price.unit_amount === null
      ? ''
      : `Stripe has ${monthly(price.unit_amount, price.currency)} (${price.id}), `
  const why = faults.flatMap((fault) => (fault === 'missing' ? [] : [faultTexts[fault]])).join(', ')
  return `${found}the catalogue ${wanted}: ${why}. Nobody can buy ${plan.name} until they agree. Change the catalogue, or add a price of ${wanted} in Stripe’s dashboard and give it the lookup key ${lookupKeyOf(plan.id)}.`
}

function priceItem(found: PlanPrice, isNew: boolean): SetupItem {
  const { plan, price } = found
  const what = `price of ${plan.name}`
  const wanted = monthly(plan.price.amount, plan.price.currency)
  if (price === null) return { what, state: 'missing', detail: `${wanted}, lookup key ${lookupKeyOf(plan.id)}` }
  if (!isCorrect(found)) return { what, state: 'wrong', detail: wrongPrice(found) }
  return { what, state: isNew ? 'made' : 'ok', detail: `${wanted} (${price.id})` }
}

type Check = Pick<SetupOptions, 'catalogue' | 'apply'> & { stripe: Stripe; clock: typeof systemClock }

/** Compares Stripe's prices with the catalogue; with `apply`, creates missing ones. */
async function checkPrices({ stripe, clock, apply, catalogue }: Check) {
  const before = await findPrices(stripe, catalogue)
  const prices = apply ? await ensurePrices({ stripe, clock }, catalogue, { replace: false }) : before
  // The catalogue has prices, or there would be no setup to check.
  return { items: prices.map((found, index) => priceItem(found, before[index]?.price === null)), prices }
}

/** Looks for our configuration of the customer portal; with `apply`, creates it. */
async function checkPortal({ stripe, clock, apply }: Check, prices: readonly PlanPrice[]): Promise<SetupItem> {
  const item = (state: SetupItem['state'], detail: string): SetupItem => ({ what: 'customer portal', state, detail })
  const found = await findPortalConfiguration(stripe)
  if (found !== undefined) {
    return isPortalCurrent(found, prices)
      ? item('ok', found.id)
      : item('note', `${found.id} knows other prices; the server brings it up to date when it is used.`)
  }
  if (!prices.some(isCorrect)) return item('missing', 'It is made once there is a price.')
  if (!apply) return item('missing', 'A configuration with the metadata precis=1')
  return item('made', await ensurePortalConfiguration({ stripe, clock }, prices))
}

/** Stripe's message without the key, a part of which it quotes. */
const messageOf = ({ message }: Error): string => message.replaceAll(/\b[sr]k_\w+/g, '[key]')

/** Runs requests to Stripe for an operator, who gets more details than users. @throws AppError `unavailable` */
async function explainErrors<T>(work: () => Promise<T>): Promise<T> {
  const { errors } = Stripe
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof errors.StripeError)) throw error
    let what = 'Stripe refuses:'
    if (error instanceof errors.StripeAuthenticationError) what = 'Stripe does not take the key STRIPE_SECRET_KEY:'
    else if (error instanceof errors.StripePermissionError) what = 'The key STRIPE_SECRET_KEY may not do all this:'
    else if (error instanceof errors.StripeConnectionError) what = 'Stripe cannot be reached:'
    throw new AppError('unavailable', `${what} ${messageOf(error)}`)
  }
}

/** The start script's stand-in has the same key after each start. */
function apiServerOf({ dataDir, stripe: { apiUrl, secretKey } }: SetupOptions): ApiServer {
  if (apiUrl === null) return 'stripe'
  return standinConnection(dataDir)?.secretKey === secretKey ? 'standin' : 'other'
}

/**
 * Checks everything that the product needs at Stripe; with `apply`, creates what is missing.
 * @throws AppError `unavailable` when Stripe rejects the key or a request, or cannot be reached
 */
export async function checkSetup(options: SetupOptions): Promise<SetupReport> {
  const { production, catalogue, apply, signal } = options
  const { appUrl } = options.http
  const stripe = createStripe(options.stripe)
  const check: Check = { stripe, clock: systemClock, apply, catalogue }
  const mode = isLiveKey(options.stripe.secretKey) ? 'live' : 'test'
  return explainErrors(async () => {
    const account = await readAccount(stripe)
    const { items, prices } = await checkPrices(check)
    const portal = await checkPortal(check, prices)
    const webhook = await checkWebhook(stripe, { appUrl, apiServer: apiServerOf(options), apply })
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
