import type { Invoice } from './records.ts'

type Bill = Pick<Invoice, 'lines' | 'startingBalance'>

export const totalOf = ({ lines }: Pick<Invoice, 'lines'>): number => lines.reduce((sum, line) => sum + line.amount, 0)

/** The total less the customer's credit. */
export const dueOf = (invoice: Bill): number => Math.max(0, totalOf(invoice) + invoice.startingBalance)

/** The customer's balance after an invoice: 0, or a credit as a negative number. */
export const balanceAfter = (invoice: Bill): number => Math.min(0, totalOf(invoice) + invoice.startingBalance)

/** The part of an amount for the rest of a period (https://docs.stripe.com/billing/subscriptions/prorations). */
export const prorated = (amount: number, period: { start: number; end: number }, at: number): number =>
  Math.round((amount * (period.end - at)) / (period.end - period.start))
