import { Stripe } from 'stripe'
import { z } from 'zod'
import { isLoopback } from '../../../platform/config/config-checks.ts'
import { WEBHOOK_PATH } from '../sync/webhook.ts'

export interface SetupItem {
  /** Such as "price of Pro". */
  what: string
  /** `note`: fine, with a remark. `missing`: created with --apply. `made`: just created. `wrong`: the operator must fix it. */
  state: 'ok' | 'note' | 'missing' | 'made' | 'wrong'
  /** The value found, or how to fix it. */
  detail: string
}

export interface SetupReport {
  mode: 'test' | 'live'
  account: { id: string; name: string | null; country: string | null } | null
  apiVersion: string
  items: SetupItem[]
  /** Secret of a webhook endpoint that was just created; Stripe shows it only once. */
  webhookSecret: string | null
}

/** Returns whether nothing is left to do. */
export const isSetUp = ({ items }: SetupReport): boolean =>
  items.every(({ state }) => state !== 'missing' && state !== 'wrong')

/** Events that trigger a sync of their customer. Others do no harm. */
const neededEvents = [
  'checkout.session.completed',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const what = 'webhook endpoint'
const REACH_TIMEOUT_MS = 5000

const webhookUrl = (appUrl: string): string => new URL(WEBHOOK_PATH, appUrl).href

async function findEndpoints(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  return (await Array.fromAsync(stripe.webhookEndpoints.list({ limit: 100 }))).filter((one) => one.url === url)
}

function checkEndpoint(endpoint: Stripe.WebhookEndpoint): SetupItem {
  const { id, url, status, enabled_events: enabled } = endpoint
  if (status !== 'enabled') {
    return { what, state: 'wrong', detail: `${id} for ${url} is ${status}. Enable it in Stripe’s dashboard.` }
  }
  const missing = enabled.includes('*') ? [] : neededEvents.filter((type) => !enabled.includes(type))
  if (missing.length > 0) {
    return { what, state: 'wrong', detail: `${id} lacks events. Add in Stripe’s dashboard: ${missing.join(', ')}.` }
  }
  return { what, state: 'ok', detail: `${id} for ${url}` }
}

/** Stripe cannot send events to a loopback address. */
const onLoopback = (url: string): SetupItem => ({
  what,
  state: 'note',
  detail: `APP_URL is this machine, which Stripe cannot reach. Run: stripe listen --forward-to ${url}, and set STRIPE_WEBHOOK_SECRET to the secret that it prints.`,
})

/** The stand-in got the server's URL and secret when it started; an endpoint would sign with another secret. */
const notNeeded: SetupItem = { what, state: 'ok', detail: 'Not needed: the stand-in tells the server itself.' }

/** The server behind the API: Stripe itself, the start script's stand-in, or another compatible one. */
export type ApiServer = 'stripe' | 'standin' | 'other'

/** With `apply`, creates a missing endpoint. */
export async function checkWebhook(
  stripe: Stripe,
  { appUrl, apiServer, apply }: { appUrl: string; apiServer: ApiServer; apply: boolean },
): Promise<{ items: SetupItem[]; webhookSecret: string | null }> {
  if (apiServer === 'standin') return { items: [notNeeded], webhookSecret: null }
  const url = webhookUrl(appUrl)
  const report = (...items: SetupItem[]) => ({ items, webhookSecret: null })
  const [first, ...others] = await findEndpoints(stripe, url)
  if (first !== undefined) {
    const detail = `There are ${others.length + 1} for ${url}: each signs with a secret of its own, and events of all but one are refused.`
    const more: SetupItem[] = others.length > 0 ? [{ what, state: 'note', detail }] : []
    return report(checkEndpoint(first), ...more)
  }
  if (apiServer === 'stripe' && isLoopback(appUrl)) return report(onLoopback(url))
  if (!apply) return report({ what, state: 'missing', detail: `${url}, for ${neededEvents.join(', ')}` })
  // Without an idempotency key: an endpoint that was created and deleted within a day would not be created again.
  const created = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...neededEvents],
    api_version: Stripe.API_VERSION,
    description: 'Precis',
  })
  return { items: [{ what, state: 'made', detail: `${created.id} for ${url}` }], webhookSecret: created.secret ?? null }
}

const refusalSchema = z.object({ code: z.literal('invalid_input') })

/** Checks whether the webhook URL is a server of this product with payments configured. */
export async function checkReach(appUrl: string, signal: AbortSignal): Promise<SetupItem> {
  const url = webhookUrl(appUrl)
  const item = (state: SetupItem['state'], detail: string): SetupItem => ({ what: 'server', state, detail })
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REACH_TIMEOUT_MS)]),
    })
  } catch {
    return item('note', `Nobody answers at ${url} from here. Is the server running, and is APP_URL its address?`)
  }
  const body: unknown = await response.json().catch(() => null)
  if (response.status === 400 && refusalSchema.safeParse(body).success)
    return item('ok', `${url} refuses what is not signed`)
  if (response.status === 404)
    return item('note', `The server at ${url} has no payments set up yet: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.`)
  return item('wrong', `${url} answers ${response.status}, and not as Precis does. Does a proxy stand in between?`)
}
