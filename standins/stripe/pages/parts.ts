import { content } from '../../../src/shared/content.ts'
import { formatMoney, formatSum } from '../../../src/shared/format.ts'
import { html, type Markup, nothing } from '../../markup.ts'
import { type Card, cardSchema, type Price } from '../engine/records.ts'

export const note = html`<p class="note">This is a local stand-in for Stripe. No money moves, and no real card may be used: both cards are made up.</p>`

/** Above every heading: what a person would be looking at. */
export const mark = (text: string): Markup => html`<span class="mark">${text}</span>`

/** A sum as bills write it, from minor units: with all its decimals, so that sums below each other can be compared. */
export const sumText = (amount: number, currency: string): string => formatSum(amount, currency).replace('-', '\u2212')

/** How often a price is paid: a month, every 6 months; empty where it is paid once. */
export function rhythmText({ recurring }: Price): string {
  if (recurring === null) return ''
  const { interval, count } = recurring
  return count === 1 ? `a ${interval}` : `every ${count} ${interval}s`
}

/** A price with its rhythm: $29 a month. */
export const priceText = (price: Price, quantity = 1): string =>
  `${formatMoney(price.unitAmount * quantity, price.currency)} ${rhythmText(price)}`.trim()

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

const timeTag = (seconds: number, format: Intl.DateTimeFormat): Markup => {
  const date = new Date(seconds * 1000)
  return html`<time datetime="${date.toISOString()}">${format.format(date)}</time>`
}

/** A day as this machine counts them, of seconds since 1970. */
export const day = (seconds: number): Markup => timeTag(seconds, dayFormat)
/** A moment as this machine counts them, of seconds since 1970. */
export const moment = (seconds: number): Markup => timeTag(seconds, timeFormat)

/** What a person may pay with, by the numbers of Stripe's own test cards (https://docs.stripe.com/testing). */
export const cards: Record<Card, { number: string; effect: string }> = {
  pays: { number: '4242 4242 4242 4242', effect: 'pays' },
  declines: { number: '4000 0000 0000 0002', effect: 'is declined' },
}

/** The choice of a card. */
export const cardChoice = (chosen: Card = 'pays'): Markup =>
  html`<fieldset><legend>Card</legend>${cardSchema.options.map((card) => {
    const { number, effect } = cards[card]
    return html`<label class="tick"><input type="radio" name="card" value="${card}" ${card === chosen ? html`checked` : nothing}><span><span class="number">${number}</span> <small>${effect}</small></span></label>`
  })}</fieldset>`

/** Why the page is shown again. */
export const problemText = (message: string | null): Markup =>
  message === null ? nothing : html`<p class="wrong" role="alert">${message} Nothing was charged.</p>`

/** A way out of the page; nothing where it leads nowhere. */
export const wayTo = (words: 'Back to' | 'Continue to', url: string | null): Markup =>
  url === null ? nothing : html`<a class="button" href="${url}">${words} ${content.productName}</a>`
