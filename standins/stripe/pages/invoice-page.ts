import { html, type Markup, nothing, page } from '../../markup.ts'
import { dueOf, totalOf } from '../engine/money.ts'
import type { Invoice } from '../engine/records.ts'
import { cardChoice, day, mark, note, problemText, sumText, wayTo } from './parts.ts'

const states: Record<Invoice['status'], string> = {
  draft: 'This bill is not ready yet.',
  open: 'This bill is open.',
  paid: 'This bill is paid.',
  uncollectible: 'Nobody expects this bill to be paid any more.',
  void: 'This bill was made void: nothing is due.',
}

function payForm(invoice: Invoice, backTo: string | null, problem: string | null): Markup {
  if (invoice.status !== 'open') return html`<div class="actions">${wayTo('Back to', backTo)}</div>`
  return html`<form method="post">
${cardChoice(problem === null ? 'pays' : 'declines')}
<div class="actions">${wayTo('Back to', backTo)}<button>Pay ${sumText(dueOf(invoice), invoice.currency)}</button></div>
</form>`
}

/**
 * The hosted page of an invoice: what it is made of, and a card to pay it with.
 *
 * @param backTo where its customer came from; null where nobody knows
 * @param problem why it could not be paid a moment ago
 */
export function invoicePage(invoice: Invoice, backTo: string | null, problem: string | null = null): string {
  const { lines, currency, status, number, created, customerEmail } = invoice
  const credit = dueOf(invoice) - totalOf(invoice)
  return page(
    'A bill: a local stand-in for Stripe',
    html`${mark('A bill, with Stripe')}
<h1>${number === null ? 'Bill' : `Bill ${number}`}</h1>
<p class="sum">${sumText(dueOf(invoice), currency)}</p>
<p>${states[status]} It is of ${day(created)}${customerEmail === null ? nothing : html`, for ${customerEmail}`}.</p>
<dl class="lines bill">
${lines.map(({ description, amount }) => html`<div><dt>${description}</dt><dd>${sumText(amount, currency)}</dd></div>`)}
${credit === 0 ? nothing : html`<div><dt>${credit < 0 ? 'Credit from before' : 'Kept as a credit'}</dt><dd>${sumText(credit, currency)}</dd></div>`}
<div class="due"><dt>${status === 'paid' ? 'Paid' : 'Due'}</dt><dd>${sumText(dueOf(invoice), currency)}</dd></div>
</dl>
${note}
${problemText(problem)}
${payForm(invoice, backTo, problem)}`,
  )
}
