import { content } from '../../../src/shared/content.ts'
import { formatMoney, formatSum } from '../../../src/shared/text/format.ts'
import { html, type Markup, nothing, page } from '../../pages.ts'
import { type Card, cardSchema, type Price } from '../engine/records.ts'

export const note = html`<p class="note">This is a local stand-in for Stripe. No money moves, and no real card may be used: both cards are made up.</p>`

/** The line above a heading. */
export const mark = (text: string): Markup => html`<span class="mark">${text}</span>`

/** An amount with all its decimals, from minor units. */
export const sumText = (amount: number, currency: string): string => formatSum(amount, currency).replace('-', '\u2212')

/** A price: $29 a month. */
export const priceText = ({ unitAmount, currency, interval }: Price): string =>
  `${formatMoney(unitAmount, currency)} a ${interval}`

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

const timeTag = (seconds: number, format: Intl.DateTimeFormat): Markup => {
  const date = new Date(seconds * 1000)
  return html`<time datetime="${date.toISOString()}">${format.format(date)}</time>`
}

/** A date in the system's time zone, from seconds since 1970. */
export const day = (seconds: number): Markup => timeTag(seconds, dayFormat)
/** A date and time in the system's time zone, from seconds since 1970. */
export const moment = (seconds: number): Markup => timeTag(seconds, timeFormat)

/** Stripe's test cards (https://docs.stripe.com/testing). */
export const cards: Record<Card, { number: string; effect: string }> = {
  pays: { number: '4242 4242 4242 4242', effect: 'pays' },
  declines: { number: '4000 0000 0000 0002', effect: 'is declined' },
}

const cardOption = (card: Card, chosen: Card): Markup => {
  const { number, effect } = cards[card]
  return html`<label class="tick"><input type="radio" name="card" value="${card}" ${card === chosen ? html`checked` : nothing}><span><span class="number">${number}</span> <small>${effect}</small></span></label>`
}

/** The choice of a card; after a failure the one that was declined stays selected. */
export const cardChoice = (problem: string | null): Markup => {
  const chosen = problem === null ? 'pays' : 'declines'
  return html`<fieldset><legend>Card</legend>${cardSchema.options.map((card) => cardOption(card, chosen))}</fieldset>`
}

/** The message after a failure. */
export const problemText = (message: string | null): Markup =>
  message === null ? nothing : html`<p class="wrong" role="alert">${message} Nothing was charged.</p>`

/** A link out of the page; nothing without a URL. */
export const wayTo = (words: 'Back to' | 'Continue to', url: string | null): Markup =>
  url === null ? nothing : html`<a class="button" href="${url}">${words} ${content.productName}</a>`

/** One line of a description list. */
export const row = (name: string, value: string | Markup, kind = ''): Markup =>
  html`<div class="${kind}"><dt>${name}</dt><dd>${value}</dd></div>`

export const emailRow = (email: string | null): Markup => (email === null ? nothing : row('Email', email))

/** The page of a failed request. */
export const messagePage = (message: string): string =>
  page(
    'A local stand-in for Stripe',
    html`${mark('Stripe, stood in for')}
<h1>This did not work</h1>
<p>${message}</p>
<div class="actions"><a class="button" href="/">To the stand-in’s start page</a></div>`,
  )
