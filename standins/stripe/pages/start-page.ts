import { content } from '../../../src/shared/content.ts'
import { html, type Markup, nothing, page } from '../../pages.ts'
import { DAY, DRAFT_SECONDS } from '../engine/calendar.ts'
import { isOver, offerOf, subscriptionsOf } from '../engine/find.ts'
import type { Customer, StoredEvent, Subscription, World } from '../engine/records.ts'
import { cards, day, moment, priceText } from './parts.ts'

const SHOWN_CUSTOMERS = 50
const SHOWN_EVENTS = 40

/** When the next period ends; null without a live subscription. */
function nextRenewal(world: World): number | null {
  const ends = Object.values(world.subscriptions)
    .filter((subscription) => !isOver(subscription) && subscription.periodEnd > world.time)
    .map(({ periodEnd }) => periodEnd)
  return ends.length === 0 ? null : Math.min(...ends)
}

/** Steps in which time can pass, with their length in seconds. A renewal includes charging its invoice. */
export const leaps: Record<string, (world: World) => number> = {
  renewal: (world) => Math.max(0, (nextRenewal(world) ?? world.time) - world.time + DRAFT_SECONDS + 1),
  day: () => DAY,
  week: () => 7 * DAY,
}

function subscriptionLine(world: World, subscription: Subscription): Markup {
  const { name, price } = offerOf(world, subscription.price)
  const { status, periodEnd, cancelAtPeriodEnd, endedAt } = subscription
  const life =
    endedAt === null ? html`${cancelAtPeriodEnd ? 'ends' : 'renews'} ${day(periodEnd)}` : html`ended ${day(endedAt)}`
  return html`<div>${name}, ${priceText(price)}<br><small>${status}, ${life}</small></div>`
}

/** Switches a customer's card to the other one. */
function cardForm({ id, email, card }: Customer): Markup {
  if (card === null) return nothing
  const [next, words] = card === 'pays' ? ['declines', 'Let charges fail'] : ['pays', 'Let charges work']
  return html`<form method="post" action="/cards"><input type="hidden" name="customer" value="${id}"><button class="plain" name="card" value="${next}" aria-label="${words}: ${email ?? id}">${words}</button></form>`
}

function customerRow(world: World, customer: Customer): Markup {
  const { id, email, card } = customer
  const subscriptions = subscriptionsOf(world, id).map((subscription) => subscriptionLine(world, subscription))
  return html`<li>
<div>${email ?? 'No email'}<br><small>${id}</small></div>
<div>${subscriptions.length === 0 ? 'No subscription' : subscriptions}</div>
<div>${card === null ? 'No card' : html`<span class="number">${cards[card].number}</span><br><small>${cards[card].effect}</small>`}</div>
${cardForm(customer)}
</li>`
}

function customerList(world: World): Markup {
  const customers = Object.values(world.customers).filter(({ deleted }) => !deleted)
  if (customers.length === 0) return html`<p>Nobody yet. Choose a plan in ${content.productName}, and pay here.</p>`
  const shown = customers.slice(-SHOWN_CUSTOMERS).toReversed()
  const more = customers.length - shown.length
  return html`<ul class="rows">${shown.map((customer) => customerRow(world, customer))}</ul>${more === 0 ? nothing : html`<p>And ${String(more)} more.</p>`}`
}

function deliveryText({ delivery }: StoredEvent): string {
  if (delivery === null) return 'Not sent'
  const { delivered, attempts, lastStatus, nextAt } = delivery
  if (delivered) return 'Delivered'
  if (attempts === 0) return 'Waits'
  const answer = lastStatus === null || lastStatus === 0 ? 'No answer' : `Refused with ${lastStatus}`
  return nextAt === null ? `${answer}, given up` : `${answer}, tried again`
}

function eventRow(world: World, event: StoredEvent): Markup {
  const { id, type, created, object } = event
  const customer = object.object === 'customer' ? object.id : object.customer
  const who = typeof customer === 'string' ? (world.customers[customer]?.email ?? customer) : id
  const again = html`<form method="post" action="/events"><button class="plain" name="event" value="${id}" aria-label="Send again: ${type}">Send again</button></form>`
  return html`<li>
<div>${type}<br><small>${who}</small></div>
<div><small>${moment(created)}</small></div>
<div>${deliveryText(event)}</div>
${event.delivery === null ? nothing : again}
</li>`
}

function eventList(world: World): Markup {
  const events = Object.values(world.events).slice(-SHOWN_EVENTS).toReversed()
  if (events.length === 0) return html`<p>Nothing has happened yet.</p>`
  return html`<p>Signed, and sent to ${content.productName}. A second one changes nothing there.</p>
<ul class="rows">${events.map((event) => eventRow(world, event))}</ul>`
}

/** The page at the stand-in's root: customers, events, and buttons that let time pass. */
export function startPage(world: World): string {
  const renewal = nextRenewal(world)
  const untilRenewal = html`<button name="pass" value="renewal">Until the next renewal</button>`
  return page(
    'A local stand-in for Stripe',
    html`<span class="mark">Stripe, stood in for</span>
<h1>Payments of ${content.productName} on this machine</h1>
<p class="note">This is a local stand-in for Stripe. It speaks Stripe’s protocol, and no money moves. ${content.productName} uses it while no key of Stripe is set.</p>
<h2>Let time pass</h2>
<p>It is ${moment(world.time)} here. ${renewal === null ? nothing : html`The next period ends on ${day(renewal)}.`}</p>
<p>Moving time ages everything here: periods end, cards are charged, declined charges are retried, subscriptions end. The clock of ${content.productName} stays the same; it receives the events, reads the subscription and shows the new dates. A new month starts with no summaries used.</p>
<form method="post" action="/time"><div class="moves">
${renewal === null ? nothing : untilRenewal}
<button class="plain" name="pass" value="day">A day</button>
<button class="plain" name="pass" value="week">A week</button>
</div></form>
<h2>Customers</h2>
${customerList(world)}
<h2>Events</h2>
${eventList(world)}`,
    'wide',
  )
}
