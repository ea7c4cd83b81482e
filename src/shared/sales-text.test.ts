import { expect, it } from 'vitest'
import { salesText } from './sales-text.ts'

const text = `Delete it{prices} and its subscription{/prices}.{no-prices} All of it.{/no-prices}
{prices}
Invoices
: Kept.
{/prices}
Theme
: Yours.
`

it('keeps the parts about prices where something is sold', () => {
  expect(salesText(text, true)).toBe('Delete it and its subscription.\nInvoices\n: Kept.\nTheme\n: Yours.\n')
})

it('keeps the other parts elsewhere', () => {
  expect(salesText(text, false)).toBe('Delete it. All of it.\nTheme\n: Yours.\n')
})
