import { Stripe } from 'stripe'
import { z } from 'zod'
import { isLoopback } from '../../../platform/config-checks.ts'
import { WEBHOOK_PATH } from '../webhook-route.ts'
import type { SetupCheck } from './setup-check.ts'
import type { SetupItem } from './setup-report.ts'

/**
 * Events after which a customer is read again. Whatever they say of the customer is asked for anew, so others are not
 * needed, and do no harm.
 */
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

/** Address that Stripe sends events to. */
export const webhookUrl = (appUrl: string): string => new URL(WEBHOOK_PATH, appUrl).href

async function findEndpoints(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  const found: Stripe.WebhookEndpoint[] = []
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url) found.push(endpoint)
  }
  return found
}

function judge(endpoint: Stripe.WebhookEndpoint): SetupItem {
  const { id, url, status, enabled_events: heard } = endpoint
  if (status !== 'enabled') {
    return { what, state: 'wrong', detail: `${id} for ${url} is ${status}. Enable it in Stripe's dashboard.` }
  }
  const unheard = heard.includes('*') ? [] : neededEvents.filter((type) => !heard.includes(type))
  if (unheard.length > 0) {
    return { what, state: 'wrong', detail: `${id} lacks events. Add in Stripe's dashboard: ${unheard.join(', ')}.` }
  }
  return { what, state: 'ok', detail: `${id} for ${url}` }
}

/** Stripe never reaches a machine by the name that it has for itself. */
const onLoopback = (url: string): SetupItem => ({
  what,
  state: 'note',
  detail: `APP_URL is this machine, which Stripe cannot reach. Run: stripe listen --forward-to ${url}, and set STRIPE_WEBHOOK_SECRET to the secret that it prints.`,
})

/** It was given the server's address and secret at its start; what an endpoint signs, the server would refuse. */
const toldByStandin: SetupItem = { what, state: 'ok', detail: 'Not needed: the stand-in tells the server itself.' }

/** Who answers in Stripe's name: Stripe itself, the start script's stand-in, or another server that speaks as it does. */
export type Answerer = 'stripe' | 'standin' | 'other'

/** Looks for the endpoint that Stripe sends events to; makes it where it is missing and may be made. */
export async function checkWebhook(
  { stripe, apply }: SetupCheck,
  { appUrl, answerer }: { appUrl: string; answerer: Answerer },
): Promise<{ items: SetupItem[]; webhookSecret: string | null }> {
  if (answerer === 'standin') return { items: [toldByStandin], webhookSecret: null }
  const url = webhookUrl(appUrl)
  const [first, ...others] = await findEndpoints(stripe, url)
  if (first !== undefined) {
    const more: SetupItem = {
      what,
      state: 'note',
      detail: `There are ${others.length + 1} for ${url}: each signs with a secret of its own, and events of all but one are refused.`,
    }
    return { items: [judge(first), ...(others.length > 0 ? [more] : [])], webhookSecret: null }
  }
  if (answerer === 'stripe' && isLoopback(appUrl)) return { items: [onLoopback(url)], webhookSecret: null }
  if (!apply)
    return {
      items: [{ what, state: 'missing', detail: `${url}, for ${neededEvents.join(', ')}` }],
      webhookSecret: null,
    }
  // Under no key of our own: what was made and removed within a day would be answered, and not made again.
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...neededEvents],
    api_version: Stripe.API_VERSION,
    description: 'Precis',
  })
  return { items: [{ what, state: 'made', detail: `${made.id} for ${url}` }], webhookSecret: made.secret ?? null }
}

const refusalSchema = z.object({ code: z.literal('invalid_input') })

/** Whether the address that Stripe is to send events to is a server of this product, with payments set up. */
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
