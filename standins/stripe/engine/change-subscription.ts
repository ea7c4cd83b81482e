import { periodEnd } from './calendar.ts'
import type { Engine } from './engine.ts'
import { updateSubscription } from './events.ts'
import { declined, invalid } from './failure.ts'
import { customerOf, priceOf } from './find.ts'
import { newId } from './ids.ts'
import { billNow, draftInvoice } from './invoices.ts'
import { periodLine, prorationLine } from './lines.ts'
import { dueOf } from './money.ts'
import type { Card, Invoice, Line, Metadata, ProrationBehavior, Subscription, SubscriptionItem } from './records.ts'
import { recurringPrice } from './start-subscription.ts'

export interface ItemChange {
  /** Of an item that is there; without it a new one is added. */
  id?: string | undefined
  price?: string | undefined
  quantity?: number | undefined
  metadata?: Metadata | undefined
  deleted?: boolean | undefined
}

export interface Change {
  items: readonly ItemChange[]
  prorationBehavior: ProrationBehavior
  /** From when on the change counts; now when left out. */
  prorationDate?: number | undefined
}

/** What a change would do. Nothing has been done yet. */
export interface PlannedChange {
  items: SubscriptionItem[]
  anchor: number
  lines: Line[]
  /** The bill that it makes at once; null: none. */
  invoice: Invoice | null
}

const missingItem = (id: string): Error => invalid(`No such subscription item: '${id}'`, 'items', 'resource_missing')

function applyItems({ world }: Engine, subscription: Subscription, changes: readonly ItemChange[]): SubscriptionItem[] {
  const items = subscription.items.map((item) => ({ ...item }))
  for (const [index, change] of changes.entries()) {
    const param = `items[${index}][price]`
    const price = change.price === undefined ? undefined : recurringPrice(world, change.price, param)
    if (price !== undefined && price.currency !== subscription.currency) {
      throw invalid(
        `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
        param,
      )
    }
    const { id } = change
    if (id === undefined) {
      const [first] = items
      if (price === undefined || first === undefined)
        throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
      items.push({
        ...first,
        id: newId('si'),
        created: world.time,
        price: price.id,
        quantity: change.quantity ?? 1,
        metadata: change.metadata ?? {},
      })
      continue
    }
    const item = items.find((one) => one.id === id)
    if (item === undefined) throw missingItem(id)
    if (change.deleted === true) items.splice(items.indexOf(item), 1)
    if (price !== undefined) item.price = price.id
    if (change.quantity !== undefined) item.quantity = change.quantity
    if (change.metadata !== undefined) item.metadata = { ...item.metadata, ...change.metadata }
  }
  if (items.length === 0) throw invalid('A subscription must have at least one active plan.', 'items')
  return items
}

const same = (one: SubscriptionItem, other: SubscriptionItem): boolean =>
  one.price === other.price && one.quantity === other.quantity

/** Items that are not as they were: those that go, and those that come. */
function differing(before: readonly SubscriptionItem[], after: readonly SubscriptionItem[]) {
  const isIn = (items: readonly SubscriptionItem[], item: SubscriptionItem): boolean =>
    items.some((other) => other.id === item.id && same(other, item))
  return { gone: before.filter((item) => !isIn(after, item)), come: after.filter((item) => !isIn(before, item)) }
}

/** Another interval, or the first price above nothing, begins a period of its own now. */
function beginsAnew({ world }: Engine, subscription: Subscription, items: readonly SubscriptionItem[]): boolean {
  const of = (list: readonly SubscriptionItem[]) => list.map((item) => priceOf(world, item.price))
  const [before, after] = [of(subscription.items), of(items)]
  const sum = (prices: readonly { unitAmount: number }[]): number =>
    prices.reduce((total, { unitAmount }) => total + unitAmount, 0)
  return (
    JSON.stringify(before[0]?.recurring) !== JSON.stringify(after[0]?.recurring) ||
    (sum(before) === 0 && sum(after) > 0)
  )
}

/** What a change of items means in money: https://docs.stripe.com/billing/subscriptions/prorations. */
export function planChange(engine: Engine, subscription: Subscription, change: Change): PlannedChange {
  const { world } = engine
  const items = applyItems(engine, subscription, change.items)
  const { gone, come } = differing(subscription.items, items)
  const trial = subscription.status === 'trialing'
  const anew = !trial && beginsAnew(engine, subscription, items)
  const at = anew ? world.time : (change.prorationDate ?? world.time)
  const [first] = subscription.items
  if (first === undefined || at < first.periodStart || at > first.periodEnd) {
    throw invalid('Cannot specify a proration date outside of the current billing period.', 'proration_date')
  }
  if (anew) {
    for (const item of items) {
      item.periodStart = world.time
      item.periodEnd = periodEnd(world.time, world.time, recurringPrice(world, item.price, 'items').recurring)
    }
  }
  // A trial costs nothing, so nothing of it is given back; nor is what has never been paid.
  const prorates = change.prorationBehavior !== 'none' && !trial && subscription.status !== 'unpaid'
  const credits = prorates ? gone.map((item) => prorationLine(world, item, 'unused', { at })) : []
  const debits = prorates && !anew ? come.map((item) => prorationLine(world, item, 'remaining', { at })) : []
  const whole = anew ? items.map((item) => periodLine(world, item, false)) : []
  const lines = [...credits, ...debits, ...whole]
  const bills = lines.length > 0 && (anew || change.prorationBehavior === 'always_invoice')
  const waiting = bills ? pendingOf(engine, subscription) : []
  const invoice = bills
    ? draftInvoice(engine, {
        subscription,
        lines: [...waiting, ...lines],
        reason: 'subscription_update',
        period: { start: first.periodStart, end: world.time },
      })
    : null
  return { items, anchor: anew ? world.time : subscription.anchor, lines, invoice }
}

/** Lines that wait for the subscription's next invoice. */
export const pendingOf = ({ world }: Engine, subscription: Subscription): Line[] =>
  world.pendingLines.filter((pending) => pending.subscription === subscription.id).map(({ line }) => line)

/** Does what was planned. Throws Stripe's refusal of a card where nothing may be left unpaid. */
export function applyChange(
  engine: Engine,
  subscription: Subscription,
  planned: PlannedChange,
  { card, mustPay }: { card: Card | null; mustPay: boolean },
): void {
  const { world } = engine
  const { invoice } = planned
  if (mustPay && invoice !== null && dueOf(invoice) > 0 && card !== 'pays') throw declined()
  if (invoice === null) {
    world.pendingLines.push(...planned.lines.map((line) => ({ subscription: subscription.id, line })))
  } else world.pendingLines = world.pendingLines.filter((pending) => pending.subscription !== subscription.id)
  updateSubscription(engine, subscription, () => {
    subscription.items = planned.items
    subscription.anchor = planned.anchor
    if (invoice !== null) subscription.latestInvoice = invoice.id
  })
  if (invoice !== null) billNow(engine, invoice, card)
}

/** The card that a subscription's customer pays with. */
export const cardOf = ({ world }: Engine, subscription: Subscription): Card | null =>
  customerOf(world, subscription.customer).card
