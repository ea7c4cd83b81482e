import { formatMoney } from '../../../src/shared/format.ts'
import { html, type Markup, nothing, page } from '../../markup.ts'
import type { Offer } from '../engine/portal.ts'
import { cardChoice, day, mark, note, problemText, rhythmText, sumText, wayTo } from './parts.ts'

/** What a person sees of a checkout session. */
export interface CheckoutView {
  status: 'open' | 'complete' | 'expired'
  offers: readonly Offer[]
  currency: string
  /** End of the time that costs nothing, in seconds since 1970; null where there is none. */
  freeUntil: number | null
  email: string | null
  /** Where the page leads without a payment; null: nowhere. */
  cancelUrl: string | null
  /** Where the page leads after the payment. */
  successUrl: string
}

const offerLine = ({ price, quantity }: Offer): Markup =>
  html`<p class="sum">${formatMoney(price.unitAmount * quantity, price.currency)} <small>${rhythmText(price)}</small></p>`

const title = 'Pay: a local stand-in for Stripe'

function closedPage({ status, cancelUrl, successUrl }: CheckoutView): string {
  const paid = status === 'complete'
  return page(
    title,
    html`${mark('Pay with Stripe')}
<h1>${paid ? 'This is paid already' : 'This page has expired'}</h1>
<p>${paid ? 'Nothing more is due here.' : 'Nothing was charged. Please choose the plan again.'}</p>
${note}
<div class="actions">${paid ? wayTo('Continue to', successUrl) : wayTo('Back to', cancelUrl)}</div>`,
  )
}

/**
 * The hosted page of a checkout session: what it costs, and a card to pay with.
 *
 * @param problem why it could not be paid a moment ago
 */
export function checkoutPage(checkout: CheckoutView, problem: string | null = null): string {
  if (checkout.status !== 'open') return closedPage(checkout)
  const { offers, currency, freeUntil, email, cancelUrl } = checkout
  const sum = offers.reduce((total, { price, quantity }) => total + price.unitAmount * quantity, 0)
  return page(
    title,
    html`${mark('Pay with Stripe')}
<h1>Subscribe to ${offers.map(({ name }) => name).join(' and ')}</h1>
${offers.map(offerLine)}
${freeUntil === null ? nothing : html`<p>Free until ${day(freeUntil)}.</p>`}
<dl class="lines">
${email === null ? nothing : html`<div><dt>Email</dt><dd>${email}</dd></div>`}
<div class="due"><dt>Due today</dt><dd>${sumText(freeUntil === null ? sum : 0, currency)}</dd></div>
</dl>
${note}
${problemText(problem)}
<form method="post">
${cardChoice(problem === null ? 'pays' : 'declines')}
<div class="actions">${wayTo('Back to', cancelUrl)}<button>${freeUntil === null ? 'Pay and subscribe' : 'Start the trial'}</button></div>
</form>`,
  )
}
