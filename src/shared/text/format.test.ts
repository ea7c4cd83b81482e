import { describe, expect, it } from 'vitest'
import { formatMoney, formatSum, listOf, previewOf } from './format.ts'

describe('previewOf', () => {
  const rest = ' and then the harbor was rebuilt stone by stone for the next generation of boats and the people on them'
  const words =
    'Two guards were charged with falsifying the records of checks on the night of the fire in the old harbor'
  it.each([
    ['a clause', `${words}, which${rest}`, `${words}…`],
    ['a sentence', `${words}. Which${rest}`, `${words}.`],
    ['a dash', `${words} – which${rest}`, `${words}…`],
    ['a mark of a script without spaces', `${'港は'.repeat(40)}。${'港は'.repeat(40)}`, `${'港は'.repeat(40)}。`],
    [
      'a word after an abbreviation',
      `${words} by Mr. Ives${rest}`,
      `${words} by Mr. Ives and then the harbor was rebuilt…`,
    ],
    [
      'a word, if its clauses are short',
      `In March, ${words}${rest}`,
      `In March, ${words} and then the harbor was rebuilt…`,
    ],
  ])('ends a long text with %s', (_, text, preview) => {
    expect(previewOf(text)).toBe(preview)
    expect(Array.from(preview).length).toBeLessThanOrEqual(151)
  })
})

describe('formatMoney', () => {
  it.each([
    [0, 'usd', '$0'],
    [900, 'usd', '$9'],
    [950, 'usd', '$9.50'],
    [1205, 'USD', '$12.05'],
    [-1450, 'usd', '-$14.50'],
    [123_456_789, 'eur', '€1,234,567.89'],
    [1, 'usd', '$0.01'],
    // No minor unit: what is counted is what is paid.
    [900, 'jpy', '¥900'],
    [12_050, 'krw', '₩12,050'],
    // Thousandths.
    [9000, 'kwd', 'KWD 9'],
    [9500, 'kwd', 'KWD 9.500'],
    // Hundredths at the provider, though Intl knows no fractions of them.
    [50_000, 'isk', 'ISK 500'],
    [50_000, 'ugx', 'UGX 500'],
    [99_950, 'huf', 'HUF 999.50'],
    [29_900, 'twd', 'NT$299'],
  ])('%i %s is %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency).replaceAll('\u00a0', ' ')).toBe(text)
  })

  it('uses the locale', () => {
    expect(formatMoney(290_050, 'eur', 'de-DE').replaceAll('\u00a0', ' ')).toBe('2.900,50 €')
    expect(formatMoney(900, 'jpy', 'ja-JP')).toBe('￥900')
    expect(formatMoney(900, 'usd', 'en-CA')).toBe('US$9')
  })
})

describe('formatSum', () => {
  it.each([
    [1200, 'usd', '$12.00'],
    [0, 'usd', '$0.00'],
    [950, 'eur', '€9.50'],
    [900, 'jpy', '¥900'],
    [9000, 'kwd', 'KWD 9.000'],
  ])('%i %s is %s', (amount, currency, text) => {
    expect(formatSum(amount, currency).replaceAll('\u00a0', ' ')).toBe(text)
  })
})

it.each([
  [['Lite'], 'Lite'],
  [['Lite', 'Pro'], 'Lite and Pro'],
  [['Lite', 'Pro', 'Elite'], 'Lite, Pro, and Elite'],
])('listOf names %o', (names, sentence) => expect(listOf(names)).toBe(sentence))
