import { z } from 'zod'
import { planChange } from '../../engine/change-subscription.ts'
import type { Engine } from '../../engine/engine.ts'
import { declined, invalid } from '../../engine/failure.ts'
import { anyCustomerOf, customerOf, invoiceOf, isOver, subscriptionOf, subscriptionsOf } from '../../engine/find.ts'
import { chargeInvoice, finalizeInvoice, voidInvoice } from '../../engine/invoices.ts'
import { type Invoice, prorationBehaviorSchema, type Subscription } from '../../engine/records.ts'
import { nextItems, renewalDraft } from '../../engine/renew.ts'
import { toInvoice } from '../../wire/invoice.ts'
import { pageOf } from '../paging.ts'
import { call, integer, isWithin, listCall, range, text } from '../params.ts'
import { type Route, route } from '../route.ts'
import { itemChange } from './subscription-update.ts'

const listing = listCall({
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  created: range.optional(),
})

const previewing = call({
  customer: text.optional(),
  subscription: text.optional(),
  subscription_details: z
    .strictObject({
      items: z.array(itemChange).optional(),
      proration_behavior: prorationBehaviorSchema.optional(),
      proration_date: integer.optional(),
    })
    .optional(),
})

function subscriptionFor({ world }: Engine, given: z.infer<typeof previewing>): Subscription {
  if (given.customer !== undefined) customerOf(world, given.customer, 'customer')
  const live = given.customer === undefined ? [] : subscriptionsOf(world, given.customer).filter((one) => !isOver(one))
  const subscription =
    given.subscription === undefined ? live[0] : subscriptionOf(world, given.subscription, 'subscription')
  if (subscription === undefined || isOver(subscription)) {
    throw invalid('No upcoming invoices for customer', undefined, 'invoice_upcoming_none')
  }
  return subscription
}

/** The bill that a change would make, or else the next one: https://docs.stripe.com/api/invoices/create_preview. */
function preview(engine: Engine, given: z.infer<typeof previewing>): Invoice {
  const subscription = subscriptionFor(engine, given)
  const {
    items = [],
    proration_behavior: prorationBehavior = 'create_prorations',
    proration_date: prorationDate,
  } = given.subscription_details ?? {}
  const planned = planChange(engine, subscription, { items, prorationBehavior, prorationDate })
  if (planned.invoice !== null) return planned.invoice
  if (subscription.cancelAtPeriodEnd) {
    throw invalid('No upcoming invoices for customer', undefined, 'invoice_upcoming_none')
  }
  const after = { ...subscription, items: planned.items, anchor: planned.anchor }
  const renewal = renewalDraft(engine, after, nextItems(engine, after))
  return { ...renewal, lines: [...planned.lines, ...renewal.lines], billingReason: 'upcoming' }
}

/** https://docs.stripe.com/api/invoices/pay */
function pay(engine: Engine, id: string): Invoice {
  const invoice = invoiceOf(engine.world, id)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  // The first charge of a bill is the one that the days for more are counted from, whoever asks for it.
  const isFirst = invoice.status === 'draft'
  if (isFirst) finalizeInvoice(engine, invoice)
  if (invoice.status !== 'open') throw invalid('This invoice can no longer be paid', undefined, 'invoice_not_open')
  const { card } = customerOf(engine.world, invoice.customer)
  if (!chargeInvoice(engine, invoice, card, !isFirst)) throw declined()
  return invoice
}

/** https://docs.stripe.com/api/invoices */
export const invoiceRoutes: Route[] = [
  route('GET', '/v1/invoices', listing, ({ world, url }, wanted) => {
    if (wanted.customer !== undefined) anyCustomerOf(world, wanted.customer, 'customer')
    const found = Object.values(world.invoices).filter(
      (invoice) =>
        (wanted.customer === undefined || invoice.customer === wanted.customer) &&
        (wanted.subscription === undefined || invoice.subscription === wanted.subscription) &&
        (wanted.status === undefined || invoice.status === wanted.status) &&
        isWithin(invoice.created, wanted.created),
    )
    const show = (invoice: Invoice): object => toInvoice(world, url, invoice)
    return pageOf(found, wanted, { what: 'invoice', url: '/v1/invoices', show })
  }),
  route('POST', '/v1/invoices/create_preview', previewing, (engine, given) => {
    const invoice = preview(engine, given)
    return toInvoice(engine.world, engine.url, { ...invoice, id: `upcoming_${invoice.id}` })
  }),
  route('GET', '/v1/invoices/:id', call({}), ({ world, url }, _, id) => toInvoice(world, url, invoiceOf(world, id))),
  route('POST', '/v1/invoices/:id/pay', call({}), (engine, _, id) =>
    toInvoice(engine.world, engine.url, pay(engine, id)),
  ),
  route('POST', '/v1/invoices/:id/void', call({}), (engine, _, id) => {
    const invoice = invoiceOf(engine.world, id)
    if (invoice.status !== 'open') {
      throw invalid(`You can only pass in open or uncollectible invoices. This invoice isn't open or uncollectible.`)
    }
    voidInvoice(engine, invoice)
    return toInvoice(engine.world, engine.url, invoice)
  }),
]
