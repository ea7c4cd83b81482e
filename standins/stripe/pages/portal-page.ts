import { html, type Markup, nothing, page } from '../../markup.ts'
import type { Offer, PortalView } from '../engine/portal.ts'
import { cardChoice, cards, day, mark, note, priceText, problemText, sumText, wayTo } from './parts.ts'

type Of<Kind extends PortalView['kind']> = Extract<PortalView, { kind: Kind }>

const title = 'Your plan: a local stand-in for Stripe'
const place = mark('Your plan, with Stripe')

const names = (offers: readonly Offer[]): string => offers.map(({ name }) => name).join(' and ')

const offerText = ({ name, price, quantity }: Offer): string => `${name}, ${priceText(price, quantity)}`

const row = (name: string, value: string | Markup, kind = ''): Markup =>
  html`<div class="${kind}"><dt>${name}</dt><dd>${value}</dd></div>`

const emailRow = (email: string | null): Markup => (email === null ? nothing : row('Email', email))

/** What is due now, line by line as on the invoice. */
function bill({ lines, credit, dueNow, creditAfter, currency }: Of<'subscription_update_confirm'>): Markup {
  const money = (amount: number): string => sumText(amount, currency)
  return html`<dl class="lines bill">
${lines.map(({ description, amount }) => row(description, money(amount)))}
${credit === 0 ? nothing : row('Credit from before', money(credit))}
${row('Due now', money(dueNow), 'due')}
${creditAfter === 0 ? nothing : row('Credit towards later bills', money(-creditAfter))}
</dl>`
}

function whatComesNext({ renewal, endsAt, next, currency }: Of<'subscription_update_confirm'>): Markup {
  if (renewal !== null)
    return html`<p>The next bill comes on ${day(renewal.at)}: ${sumText(renewal.amount, currency)}.</p>`
  return endsAt === null ? nothing : html`<p>${names(next)} ends on ${day(endsAt)}. No bill comes after this one.</p>`
}

function confirmPage(view: Of<'subscription_update_confirm'>, problem: string | null): Markup {
  const { current, next, dueNow, currency, backTo, email } = view
  return html`<h1>From ${names(current)} to ${names(next)}</h1>
<p class="sum">${sumText(dueNow, currency)} <small>due now</small></p>
<dl class="lines">
${emailRow(email)}
${current.map((offer) => row('Current plan', offerText(offer)))}
${next.map((offer) => row('New plan', offerText(offer)))}
</dl>
${bill(view)}
${whatComesNext(view)}
${note}
${problemText(problem)}
<form method="post">
${dueNow === 0 ? nothing : cardChoice(problem === null ? 'pays' : 'declines')}
<div class="actions">${wayTo('Back to', backTo)}<button>Confirm</button></div>
</form>`
}

function cardPage({ backTo, email, card }: Of<'payment_method_update'>, problem: string | null): Markup {
  return html`<h1>Your card</h1>
<dl class="lines">
${emailRow(email)}
${row('Now', card === null ? 'No card' : `${cards[card].number}, ${cards[card].effect}`)}
</dl>
${note}
${problemText(problem)}
<form method="post">
${cardChoice()}
<div class="actions">${wayTo('Back to', backTo)}<button>Use this card</button></div>
</form>`
}

function cancelPage({ backTo, offers, endsAt, atOnce }: Of<'subscription_cancel'>): Markup {
  return html`<h1>Cancel ${names(offers)}?</h1>
<p>${atOnce ? html`It ends at once.` : html`It is yours until ${day(endsAt)}, and is not charged again.`}</p>
${note}
<form method="post">
<div class="actions">${wayTo('Back to', backTo)}<button>Cancel the subscription</button></div>
</form>`
}

function homePage({ backTo, email, card, subscriptions }: Of<'home'>, problem: string | null): Markup {
  const lines = subscriptions.map(({ subscription: { status, cancelAtPeriodEnd, items }, offers }) => {
    const end = items[0]?.periodEnd
    const life = end === undefined ? nothing : html`, ${cancelAtPeriodEnd ? 'ends' : 'renews'} ${day(end)}`
    return row(offers.map(offerText).join(' and '), html`${status}${life}`)
  })
  return html`<h1>What you pay for</h1>
<dl class="lines">
${emailRow(email)}
${lines.length === 0 ? row('Subscriptions', 'None') : lines}
</dl>
${note}
${problemText(problem)}
<form method="post">
${cardChoice(card ?? 'pays')}
<div class="actions">${wayTo('Back to', backTo)}<button>Use this card</button></div>
</form>`
}

const closed = (heading: string, text: string, way: Markup): Markup =>
  html`<h1>${heading}</h1><p>${text}</p>${note}<div class="actions">${way}</div>`

function contentOf(view: PortalView, problem: string | null): Markup {
  switch (view.kind) {
    case 'unknown':
      return closed('There is nothing here', 'This page does not exist, or its customer has been deleted.', nothing)
    case 'expired':
      return closed('This page has expired', 'Nothing was changed. Please begin again where you came from.', nothing)
    case 'done':
      return closed('This is done', 'Nothing more is due here.', wayTo('Continue to', view.redirectTo))
    case 'refused':
      return closed('This cannot be done', `${view.message} Nothing was changed.`, wayTo('Back to', view.backTo))
    case 'subscription_update_confirm':
      return confirmPage(view, problem)
    case 'payment_method_update':
      return cardPage(view, problem)
    case 'subscription_cancel':
      return cancelPage(view)
    case 'home':
      return homePage(view, problem)
  }
}

/**
 * The hosted page of a portal session, by what it is there for. Nothing changes before its button is pressed.
 *
 * @param problem why it could not be done a moment ago
 */
export const portalPage = (view: PortalView, problem: string | null = null): string =>
  page(title, html`${place}\n${contentOf(view, problem)}`)
