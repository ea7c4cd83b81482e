import { DAY, periodEnd } from './calendar.ts'
import type { Engine } from './engine.ts'
import { emitSubscription, updateCustomer } from './events.ts'
import { invalid } from './failure.ts'
import { customerOf, priceOf } from './find.ts'
import { newId } from './ids.ts'
import { addInvoice, chargeInvoice, draftInvoice, finalizeInvoice } from './invoices.ts'
import { periodLine } from './lines.ts'
import type { Card, Metadata, Price, Subscription, World } from './records.ts'

export interface NewSubscription {
  customer: string
  items: readonly { price: string; quantity: number; metadata?: Metadata }[]
  trialDays: number | null
  trialEnd: number | null
  metadata: Metadata
  description: string | null
}

/** A price that can be paid again and again. Throws Stripe's refusal otherwise. */
export function recurringPrice(world: World, id: string, param: string): Price & { recurring: object } {
  const price = priceOf(world, id, param)
  if (!price.active) throw invalid(`The price specified is inactive. This field only accepts active prices.`, param)
  const { recurring } = price
  if (recurring === null) {
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      param,
    )
  }
  return { ...price, recurring }
}

/** All prices of a subscription: of one currency, paid at the same times. */
function checkTogether(prices: readonly Price[], currency: string | null): void {
  const [first] = prices
  if (first === undefined) throw invalid('Missing required param: items.', 'items', 'parameter_missing')
  const other = prices.find((price) => price.currency !== first.currency)
  if (other !== undefined || (currency !== null && currency !== first.currency)) {
    throw invalid(
      `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${currency ?? first.currency}.`,
    )
  }
  if (prices.some(({ recurring }) => JSON.stringify(recurring) !== JSON.stringify(first.recurring))) {
    throw invalid('Currently, all items of a subscription need the same billing interval.', 'items')
  }
}

/** Whether a customer could begin to pay for these prices; throws Stripe's refusal if not. */
export function checkPrices(world: World, customer: string | null, prices: readonly Price[]): void {
  checkTogether(prices, customer === null ? null : customerOf(world, customer, 'customer').currency)
}

function build({ world }: Engine, wanted: NewSubscription): Subscription {
  const { time } = world
  const prices = wanted.items.map(({ price }, index) => recurringPrice(world, price, `items[${index}][price]`))
  checkPrices(world, wanted.customer, prices)
  const trialEnd = wanted.trialEnd ?? (wanted.trialDays === null ? null : time + wanted.trialDays * DAY)
  const [first] = prices
  const currency = first?.currency ?? 'usd'
  return {
    id: newId('sub'),
    customer: wanted.customer,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    created: time,
    startDate: time,
    anchor: trialEnd ?? time,
    currency,
    cancelAtPeriodEnd: false,
    cancelAt: null,
    canceledAt: null,
    endedAt: null,
    comment: null,
    feedback: null,
    reason: null,
    trialStart: trialEnd === null ? null : time,
    trialEnd,
    trialEndTold: false,
    metadata: wanted.metadata,
    description: wanted.description,
    latestInvoice: null,
    items: wanted.items.map((item, index) => ({
      id: newId('si'),
      created: time,
      price: item.price,
      quantity: item.quantity,
      metadata: item.metadata ?? {},
      periodStart: time,
      periodEnd: trialEnd ?? periodEnd(time, time, prices[index]?.recurring ?? { interval: 'month', count: 1 }),
    })),
  }
}

/**
 * Begins a subscription and charges its first period, or its trial's nothing. Without a payment it is incomplete, and
 * over when nobody pays within 23 hours.
 */
export function startSubscription(engine: Engine, wanted: NewSubscription, card: Card | null): Subscription {
  const { world } = engine
  const subscription = build(engine, wanted)
  const customer = customerOf(world, wanted.customer)
  const [first] = subscription.items
  const draft = draftInvoice(engine, {
    subscription,
    lines: subscription.items.map((item) => periodLine(world, item, subscription.status === 'trialing')),
    reason: 'subscription_create',
    // The first invoice is about no time before it.
    period: { start: first?.periodStart ?? world.time, end: first?.periodStart ?? world.time },
  })
  subscription.latestInvoice = draft.id
  world.subscriptions[subscription.id] = subscription
  updateCustomer(engine, customer, () => {
    customer.currency = subscription.currency
  })
  emitSubscription(engine, 'created', subscription)
  addInvoice(engine, draft, null)
  finalizeInvoice(engine, draft)
  chargeInvoice(engine, draft, card)
  return subscription
}
