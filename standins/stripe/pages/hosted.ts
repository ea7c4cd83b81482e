import { formatMoney } from '../../../src/shared/text/format.ts'
import { html, type Markup, nothing, page } from '../../pages.ts'
import { dueOf, totalOf } from '../engine/amounts.ts'
import { offerOf } from '../engine/find.ts'
import { isExpired, type PortalView, successUrl } from '../engine/hosted-pages.ts'
import type { CheckoutSession, Invoice, World } from '../engine/records.ts'
import { cardChoice, cards, day, emailRow, mark, note, priceText, problemText, row, sumText, wayTo } from './parts.ts'

/** Why the page is shown again after its form was submitted; null the first time. */
type Problem = string | null

const actions = (back: Markup, button: string): Markup =>
  html`<div class="actions">${back}<button>${button}</button></div>`

const closed = (heading: string, text: string, way: Markup): Markup =>
  html`<h1>${heading}</h1><p>${text}</p>${note}<div class="actions">${way}</div>`

function checkoutContent(world: World, session: CheckoutSession, problem: Problem): Markup {
  const backTo = wayTo('Back to', session.cancelUrl)
  if (session.status === 'complete') {
    return closed('This is paid already', 'Nothing more is due here.', wayTo('Continue to', successUrl(session)))
  }
  if (isExpired(session, world)) {
    return closed('This page has expired', 'Nothing was charged. Please choose the plan again.', backTo)
  }
  const { name, price } = offerOf(world, session.price)
  return html`<h1>Subscribe to ${name}</h1>
<p class="sum">${formatMoney(price.unitAmount, price.currency)} <small>a ${price.interval}</small></p>
<dl class="lines">
${emailRow(world.customers[session.customer]?.email ?? null)}
${row('Due today', sumText(price.unitAmount, price.currency), 'due')}
</dl>
${note}
${problemText(problem)}
<form method="post">
${cardChoice(problem)}
${actions(backTo, 'Pay and subscribe')}
</form>`
}

/** The page of a checkout session: what it costs, and a card to pay with. */
export const checkoutPage = (world: World, session: CheckoutSession, problem: Problem): string =>
  page(
    'Pay: a local stand-in for Stripe',
    html`${mark('Pay with Stripe')}\n${checkoutContent(world, session, problem)}`,
  )

const states: Record<Invoice['status'], string> = {
  draft: 'This bill is not ready yet.',
  open: 'This bill is open.',
  paid: 'This bill is paid.',
  void: 'This bill was made void: nothing is due.',
}

/**
 * The page of an invoice: its lines, and a card to pay it with.
 *
 * @param backTo URL of the shop; null where it is unknown
 */
export function invoicePage(invoice: Invoice, backTo: string | null, problem: Problem): string {
  const { lines, currency, status, number, created, customerEmail } = invoice
  const due = sumText(dueOf(invoice), currency)
  const credit = dueOf(invoice) - totalOf(invoice)
  const back = wayTo('Back to', backTo)
  const form = html`<form method="post">\n${cardChoice(problem)}\n${actions(back, `Pay ${due}`)}\n</form>`
  return page(
    'A bill: a local stand-in for Stripe',
    html`${mark('A bill, with Stripe')}
<h1>${number === null ? 'Bill' : `Bill ${number}`}</h1>
<p class="sum">${due}</p>
<p>${states[status]} It is of ${day(created)}${customerEmail === null ? nothing : html`, for ${customerEmail}`}.</p>
<dl class="lines bill">
${lines.map(({ description, amount }) => row(description, sumText(amount, currency)))}
${credit === 0 ? nothing : row(credit < 0 ? 'Credit from before' : 'Kept as a credit', sumText(credit, currency))}
${row(status === 'paid' ? 'Paid' : 'Due', due, 'due')}
</dl>
${note}
${problemText(problem)}
${status === 'open' ? form : html`<div class="actions">${back}</div>`}`,
  )
}

type Of<Kind extends PortalView['kind']> = Extract<PortalView, { kind: Kind }>

function confirmContent(view: Of<'subscription_update_confirm'>, problem: Problem): Markup {
  const { current, next, lines, credit, dueNow, creditAfter, periodEnd, endsAt, backTo, email } = view
  const money = (amount: number): string => sumText(amount, next.price.currency)
  return html`<h1>From ${current.name} to ${next.name}</h1>
<p class="sum">${money(dueNow)} <small>due now</small></p>
<dl class="lines">
${emailRow(email)}
${row('Current plan', `${current.name}, ${priceText(current.price)}`)}
${row('New plan', `${next.name}, ${priceText(next.price)}`)}
</dl>
<dl class="lines bill">
${lines.map(({ description, amount }) => row(description, money(amount)))}
${credit === 0 ? nothing : row('Credit from before', money(credit))}
${row('Due now', money(dueNow), 'due')}
${creditAfter === 0 ? nothing : row('Credit towards later bills', money(-creditAfter))}
</dl>
${
  endsAt === null
    ? html`<p>The next bill comes on ${day(periodEnd)}: ${money(next.price.unitAmount)}.</p>`
    : html`<p>${next.name} ends on ${day(endsAt)}. No bill comes after this one.</p>`
}
${note}
${problemText(problem)}
<form method="post">
${dueNow === 0 ? nothing : cardChoice(problem)}
${actions(wayTo('Back to', backTo), 'Confirm')}
</form>`
}

function cardContent({ backTo, email, card }: Of<'payment_method_update'>, problem: Problem): Markup {
  return html`<h1>Your card</h1>
<dl class="lines">
${emailRow(email)}
${row('Now', card === null ? 'No card' : `${cards[card].number}, ${cards[card].effect}`)}
</dl>
${note}
${problemText(problem)}
<form method="post">
${cardChoice(null)}
${actions(wayTo('Back to', backTo), 'Use this card')}
</form>`
}

function portalContent(view: PortalView, problem: Problem): Markup {
  switch (view.kind) {
    case 'unknown':
      return closed('There is nothing here', 'This page does not exist, or its customer has been deleted.', nothing)
    case 'expired':
      return closed('This page has expired', 'Nothing changed. Go back and start again.', nothing)
    case 'done':
      return closed('This is done', 'Nothing more is due here.', wayTo('Continue to', view.redirectTo))
    case 'refused':
      return closed('This cannot be done', `${view.message} Nothing was changed.`, wayTo('Back to', view.backTo))
    case 'subscription_update_confirm':
      return confirmContent(view, problem)
    case 'payment_method_update':
      return cardContent(view, problem)
  }
}

/** The page of a portal session. Nothing changes before its form is submitted. */
export const portalPage = (view: PortalView, problem: Problem): string =>
  page(
    'Your plan: a local stand-in for Stripe',
    html`${mark('Your plan, with Stripe')}\n${portalContent(view, problem)}`,
  )
