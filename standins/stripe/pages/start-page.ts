import { content } from '../../../src/shared/content.ts'
import { html, type Markup, nothing, page } from '../../markup.ts'
import type { Offer } from '../engine/portal.ts'
import type { Customer, StoredEvent, Subscription } from '../engine/records.ts'
import { cards, day, moment, priceText } from './parts.ts'

export interface CustomerRow {
  customer: Customer
  subscriptions: readonly { subscription: Subscription; offers: readonly Offer[] }[]
}

export interface EventRow {
  event: StoredEvent
  /** Email or id of the customer it is about; null where it is about nobody. */
  who: string | null
}

/** What a person sees of a stand-in. Times are seconds since 1970. */
export interface Overview {
  now: number
  customers: readonly CustomerRow[]
  /** Customers beyond those shown. */
  moreCustomers: number
  /** The newest first. */
  events: readonly EventRow[]
  /** When the next period ends; null where none runs. */
  nextRenewal: number | null
}

/** How long something waits for, in the words of the buttons. */
export const leaps = ['renewal', 'day', 'week'] as const
export type Leap = (typeof leaps)[number]

function lifeOf({ status, items, cancelAtPeriodEnd, endedAt }: Subscription): Markup {
  if (endedAt !== null) return html`${status}, ended ${day(endedAt)}`
  const end = items[0]?.periodEnd
  return end === undefined ? html`${status}` : html`${status}, ${cancelAtPeriodEnd ? 'ends' : 'renews'} ${day(end)}`
}

const subscriptionLine = ({ subscription, offers }: CustomerRow['subscriptions'][number]): Markup =>
  html`<div>${offers.map(({ name, price, quantity }) => html`${name}, ${priceText(price, quantity)}`)}<br><small>${lifeOf(subscription)}</small></div>`

/** Turns a customer's card into the other one. */
function cardForm({ id, email, card }: Customer): Markup {
  if (card === null) return nothing
  const [next, words] = card === 'pays' ? ['declines', 'Let charges fail'] : ['pays', 'Let charges work']
  return html`<form method="post" action="/cards"><input type="hidden" name="customer" value="${id}"><button class="plain" name="card" value="${next}" aria-label="${words}: ${email ?? id}">${words}</button></form>`
}

function customerRow({ customer, subscriptions }: CustomerRow): Markup {
  const { id, email, card } = customer
  return html`<li>
<div>${email ?? 'No email'}<br><small>${id}</small></div>
<div>${subscriptions.length === 0 ? 'No subscription' : subscriptions.map(subscriptionLine)}</div>
<div>${card === null ? 'No card' : html`<span class="number">${cards[card].number}</span><br><small>${cards[card].effect}</small>`}</div>
${cardForm(customer)}
</li>`
}

function customerList({ customers, moreCustomers }: Overview): Markup {
  if (customers.length === 0) return html`<p>Nobody yet. Choose a plan in ${content.productName}, and pay here.</p>`
  return html`<ul class="rows">${customers.map(customerRow)}</ul>${moreCustomers === 0 ? nothing : html`<p>And ${String(moreCustomers)} more.</p>`}`
}

/** What became of the notice that the product gets. */
function deliveryOf({ deliveries }: StoredEvent): string {
  const [delivery] = deliveries
  if (delivery === undefined) return 'Nobody is told'
  const { delivered, attempts, lastStatus, nextAt } = delivery
  if (delivered) return 'Delivered'
  if (attempts === 0) return 'Waits'
  const answer = lastStatus === null || lastStatus === 0 ? 'No answer' : `Refused with ${lastStatus}`
  return nextAt === null ? `${answer}, given up` : `${answer}, tried again`
}

function eventRow({ event, who }: EventRow): Markup {
  const { id, type, created, deliveries } = event
  const again = html`<form method="post" action="/events"><button class="plain" name="event" value="${id}" aria-label="Send again: ${type}">Send again</button></form>`
  return html`<li>
<div>${type}<br><small>${who ?? id}</small></div>
<div><small>${moment(created)}</small></div>
<div>${deliveryOf(event)}</div>
${deliveries.length === 0 ? nothing : again}
</li>`
}

function eventList({ events }: Overview): Markup {
  if (events.length === 0) return html`<p>Nothing has happened yet.</p>`
  return html`<p>Signed, and sent to ${content.productName}. A second one changes nothing there.</p>
<ul class="rows">${events.map(eventRow)}</ul>`
}

function timeForm({ nextRenewal }: Overview): Markup {
  const until = html`<button name="pass" value="renewal">Until the next renewal</button>`
  return html`<form method="post" action="/time"><div class="moves">
${nextRenewal === null ? nothing : until}
<button class="plain" name="pass" value="day">A day</button>
<button class="plain" name="pass" value="week">A week</button>
</div></form>`
}

/** The page at the stand-in's root: who pays for what, what was told about it, and what may happen next. */
export function startPage(overview: Overview): string {
  const { now, nextRenewal } = overview
  return page(
    'A local stand-in for Stripe',
    html`<span class="mark">Stripe, stood in for</span>
<h1>Payments of ${content.productName} on this machine</h1>
<p class="note">This is a local stand-in for Stripe. It speaks Stripe’s protocol, and no money moves. ${content.productName} uses it while no key of Stripe is set.</p>
<h2>Let time pass</h2>
<p>It is ${moment(now)} here. ${nextRenewal === null ? nothing : html`The next period ends on ${day(nextRenewal)}.`}</p>
<p>When time passes, everything here becomes that much older: periods end, cards are charged, refused charges are tried again, subscriptions end. The clock of ${content.productName} stays that of this machine: it is told what has happened, asks, and shows the new dates. A new month begins with nothing used.</p>
${timeForm(overview)}
<h2>Customers</h2>
${customerList(overview)}
<h2>Events</h2>
${eventList(overview)}`,
    'wide',
  )
}
