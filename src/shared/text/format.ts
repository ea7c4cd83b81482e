/** The spec's preview length of a summary in a list, in characters. */
export const PREVIEW_CHARACTERS = 150

/** Cuts a text to at most `limit` code points, at a word's end if possible, with an ellipsis. */
export function truncate(text: string, limit: number): string {
  const points = Array.from(text)
  if (points.length <= limit) return text
  const cut = points.slice(0, limit).join('')
  const space = cut.search(/\s\S*$/u)
  const kept = space > limit * 0.6 ? cut.slice(0, space) : cut
  return `${kept.replace(/(?<![\s,;:.–—-])[\s,;:.–—-]+$/u, '')}…`
}

/** Wraps a text at its spaces to lines of a width; longer words get lines of their own. */
export function wrapWords(text: string, width: number, widthOf = (line: string): number => line.length): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || widthOf(line) + 1 + widthOf(word) > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

/**
 * Ends of a clause: a mark before a space, a mark of a script without spaces, or the space before a dash. A period after
 * a short word may be that of an abbreviation.
 */
const clauseEnd = /(?:[!?…;:,،؛؟।۔]|(?<=\p{L}{4}|\p{N}|[)”’"])\.)(?=\s)|[。！？；：，、]|\s(?=[–—])/gu
const sentenceEnd = /[.!?…؟।۔。！？]$/u

/** With less than this share of the limit, a text is cut within the clause. */
const SHORTEST_SHARE = 0.4

/** Cuts a text to at most `limit` code points, after the last clause that fits; a whole sentence needs no ellipsis. */
function truncateAtClause(text: string, limit: number): string {
  const points = Array.from(text)
  if (points.length <= limit) return text
  // One more character shows whether the last mark ends a clause.
  const cut = points.slice(0, limit + 1).join('')
  const ends = [...cut.matchAll(clauseEnd)].map(({ 0: mark, index }) => index + mark.length)
  const clause = cut.slice(0, ends.at(-1) ?? 0).trimEnd()
  if (Array.from(clause).length < limit * SHORTEST_SHARE) return truncate(text, limit)
  return sentenceEnd.test(clause) ? clause : `${clause.replace(/[,;:،؛；：，、]$/u, '')}…`
}

/** Preview of a summary on the dashboard. */
export function previewOf(summary: string): string {
  return truncateAtClause(inOneLine(summary), PREVIEW_CHARACTERS)
}

/** A text with its white space as single spaces. */
export const inOneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Puts a passage in quotation marks, unless it contains some already. */
export function asQuotation(passage: string): string {
  const text = passage.trim()
  return /["“”„«»「」『』]/u.test(text) ? text : `“${text}”`
}

/** Currencies that Stripe counts in whole units, which are not those of Intl (https://docs.stripe.com/currencies). */
const wholeCurrencies: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)
const thousandthCurrencies: ReadonlySet<string> = new Set('bhd jod kwd omr tnd'.split(' '))

/** Decimals of a currency's minor unit, as payment providers count it: 2 for "usd", 0 for "jpy", 3 for "kwd". */
export function minorUnitDigits(currency: string): 0 | 2 | 3 {
  const code = currency.toLowerCase()
  if (wholeCurrencies.has(code)) return 0
  return thousandthCurrencies.has(code) ? 3 : 2
}

function moneyWith(decimals: number, amount: number, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    // Both are set, since Intl would round cents away where cash has none any more.
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount / 10 ** minorUnitDigits(currency))
}

/** Minor units as money in a locale: 900 "usd" → $9, 950 → $9.50, 900 "jpy" → ¥900. Whole amounts drop the zeros. */
export function formatMoney(amount: number, currency: string, locale = 'en-US'): string {
  const digits = minorUnitDigits(currency)
  return moneyWith(amount % 10 ** digits === 0 ? 0 : digits, amount, currency, locale)
}

/** The same with all its decimals, as a bill writes it: 1200 "usd" → $12.00, 900 "jpy" → ¥900. */
export function formatSum(amount: number, currency: string, locale = 'en-US'): string {
  return moneyWith(minorUnitDigits(currency), amount, currency, locale)
}

/** Bytes in units of 1024, with one decimal from a megabyte up: 812 KB, 2.1 MB, 25 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1).replace(/\.0$/u, '')} MB`
}

/** A count with its thousands apart: 42,310. */
export function formatCount(count: number, locale = 'en-US'): string {
  return count.toLocaleString(locale)
}

/** Names joined for a sentence: "Lite, Pro, and Elite". */
export const listOf = (names: readonly string[], locale = 'en-US'): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/** A value as JSON that is safe inside a script element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** A day in UTC, such as "March 3, 2027": the server doesn't know the user's time zone. */
export const formatDay = (date: Date): string =>
  date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Seconds as a clock a viewer knows: 12:41, 1:02:07. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const tail = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}
