import type { Invoice, Line } from './records.ts'

export const totalOf = ({ lines }: { lines: readonly Line[] }): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/** What is left to pay once the customer's credit is used. */
export const dueOf = (invoice: Pick<Invoice, 'lines' | 'startingBalance'>): number =>
  Math.max(0, totalOf(invoice) + invoice.startingBalance)

/** The credit that is left after an invoice, or that it gives. A negative number, or 0. */
export const balanceAfter = (invoice: Pick<Invoice, 'lines' | 'startingBalance'>): number =>
  Math.min(0, totalOf(invoice) + invoice.startingBalance)
