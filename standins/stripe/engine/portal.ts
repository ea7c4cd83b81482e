import { planChange } from './change-subscription.ts'
import type { Engine } from './engine.ts'
import { StripeFailure } from './failure.ts'
import { configurationOf, isOver, priceOf, productOf, recordAt, subscriptionsOf } from './find.ts'
import { dueOf } from './money.ts'
import type { Card, Configuration, Flow, PortalSession, Price, Subscription, World } from './records.ts'
import { PORTAL_SECONDS } from './terms.ts'

/** A thing that is paid for, as a page shows it. */
export interface Offer {
  name: string
  price: Price
  quantity: number
}

/** What the portal's page shows. Sums are in minor units, times are seconds since 1970. */
export type PortalView =
  | { kind: 'unknown' }
  | { kind: 'expired' }
  /** What the page is there for has been done. */
  | { kind: 'done'; redirectTo: string }
  /** Cannot be done any more, in words for the person. */
  | { kind: 'refused'; message: string; backTo: string | null }
  | {
      kind: 'subscription_update_confirm'
      backTo: string | null
      email: string | null
      current: Offer[]
      next: Offer[]
      currency: string
      /** Parts of the sum that is due now. */
      lines: { description: string; amount: number }[]
      /** Credit from before that is used, as a negative number. */
      credit: number
      dueNow: number
      /** What is given back as a credit towards later bills, as a negative number. */
      creditAfter: number
      /** The next bill after this; null: it ends with the period. */
      renewal: { at: number; amount: number } | null
      endsAt: number | null
    }
  | { kind: 'payment_method_update'; backTo: string | null; email: string | null; card: Card | null }
  | { kind: 'subscription_cancel'; backTo: string | null; offers: Offer[]; endsAt: number; atOnce: boolean }
  /** The portal itself: all that is paid for, and what may be done with it. */
  | {
      kind: 'home'
      backTo: string | null
      email: string | null
      card: Card | null
      subscriptions: { subscription: Subscription; offers: Offer[] }[]
    }

const offersOf = (world: World, items: Subscription['items']): Offer[] =>
  items.map(({ price: id, quantity }) => {
    const price = priceOf(world, id)
    return { name: productOf(world, price.product).name, price, quantity }
  })

/** Where the portal leads when a flow is done, and when nobody wants it. */
export const wayBack = (session: PortalSession): string | null =>
  session.flow?.afterCompletion.returnUrl ?? session.returnUrl

export function findOpen(world: World, sessionId: string): PortalSession | 'unknown' | 'expired' {
  const session = recordAt(world.portalSessions, sessionId)
  const customer = session === undefined ? undefined : world.customers[session.customer]
  if (session === undefined || customer === undefined || customer.deleted) return 'unknown'
  return !session.done && session.created + PORTAL_SECONDS <= world.time ? 'expired' : session
}

type ConfirmFlow = Extract<Flow, { type: 'subscription_update_confirm' }>

/** The change that a flow asks to confirm. */
export function planFlow(engine: Engine, flow: ConfirmFlow, { update }: Configuration) {
  const subscription = engine.world.subscriptions[flow.subscription]
  if (subscription === undefined || isOver(subscription))
    throw new StripeFailure(
      400,
      'invalid_request_error',
      'This subscription has ended, so it cannot be changed any more.',
    )
  const { prorationBehavior } = update
  return { subscription, planned: planChange(engine, subscription, { items: flow.items, prorationBehavior }) }
}

function viewConfirm(engine: Engine, session: PortalSession, flow: ConfirmFlow): PortalView {
  const { world } = engine
  const { subscription, planned } = planFlow(engine, flow, configurationOf(world, session.configuration))
  const { invoice, items } = planned
  const credit = invoice?.startingBalance ?? 0
  const total = (invoice?.lines ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const next = offersOf(world, items)
  const end = items[0]?.periodEnd ?? world.time
  return {
    kind: 'subscription_update_confirm',
    backTo: session.returnUrl,
    email: world.customers[session.customer]?.email ?? null,
    current: offersOf(world, subscription.items),
    next,
    currency: subscription.currency,
    lines: (invoice?.lines ?? []).map(({ description, amount }) => ({ description, amount })),
    credit: Math.max(credit, -Math.max(total, 0)),
    dueNow: invoice === null ? 0 : dueOf(invoice),
    creditAfter: Math.min(0, total + credit),
    renewal: subscription.cancelAtPeriodEnd
      ? null
      : { at: end, amount: next.reduce((sum, { price, quantity }) => sum + price.unitAmount * quantity, 0) },
    endsAt: subscription.cancelAt,
  }
}

/** What the page of a portal session shows now. Changes nothing. */
export function previewPortal(engine: Engine, sessionId: string): PortalView {
  const { world } = engine
  const session = findOpen(world, sessionId)
  if (session === 'unknown' || session === 'expired') return { kind: session }
  const { flow, returnUrl: backTo } = session
  if (session.done) return { kind: 'done', redirectTo: wayBack(session) ?? `${engine.url}/portal/${session.id}` }
  const customer = world.customers[session.customer]
  const [email, card] = [customer?.email ?? null, customer?.card ?? null]
  switch (flow?.type) {
    case undefined: {
      const live = subscriptionsOf(world, session.customer).filter((subscription) => !isOver(subscription))
      const subscriptions = live.map((subscription) => ({ subscription, offers: offersOf(world, subscription.items) }))
      return { kind: 'home', backTo, email, card, subscriptions }
    }
    case 'payment_method_update':
      return { kind: 'payment_method_update', backTo, email, card }
    case 'subscription_cancel': {
      const subscription = world.subscriptions[flow.subscription]
      if (subscription === undefined || isOver(subscription))
        return { kind: 'refused', message: 'This subscription has ended already.', backTo }
      const atOnce = configurationOf(world, session.configuration).cancel.mode === 'immediately'
      const endsAt = atOnce ? world.time : (subscription.items[0]?.periodEnd ?? world.time)
      return { kind: 'subscription_cancel', backTo, offers: offersOf(world, subscription.items), endsAt, atOnce }
    }
    case 'subscription_update_confirm':
      try {
        return viewConfirm(engine, session, flow)
      } catch (error) {
        if (!(error instanceof StripeFailure)) throw error
        return { kind: 'refused', message: error.message, backTo }
      }
  }
}
