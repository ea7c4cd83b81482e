/** The spec's preview length of a summary in a list, in characters. */
export const PREVIEW_CHARACTERS = 150

/**
 * A text cut to at most `limit` characters, at a word's end where there is one, with an ellipsis when it was cut.
 * Counts code points, so no surrogate pair is split.
 */
export function truncate(text: string, limit: number): string {
  const points = Array.from(text)
  if (points.length <= limit) return text
  const cut = points.slice(0, limit).join('')
  const space = cut.search(/\s\S*$/u)
  const kept = space > limit * 0.6 ? cut.slice(0, space) : cut
  return `${kept.replace(/[\s,;:.–—-]+$/u, '')}…`
}

/** The first 150 characters of a summary, for lists. */
export function previewOf(summary: string): string {
  return truncate(summary.replace(/\s+/gu, ' ').trim(), PREVIEW_CHARACTERS)
}

/**
 * A passage as a quotation: in marks, unless it carries marks of its own (what somebody says, with who says it), which
 * a second pair would only confuse.
 */
export function asQuotation(passage: string): string {
  const text = passage.trim()
  return /["“”„«»「」『』]/u.test(text) ? text : `“${text}”`
}

/** Minor units as money in a person's locale: 900 "usd" → $9 or $9.00; whole amounts drop the zeros. */
export function formatMoney(amount: number, currency: string, locale = 'en-US'): string {
  const format = (digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: currency.toUpperCase(),
      minimumFractionDigits: digits,
      maximumFractionDigits: 2,
    })
  return format(amount % 100 === 0 ? 0 : 2).format(amount / 100)
}

/** Bytes in units of 1024, one decimal from a megabyte up where it says something: 812 KB, 2.1 MB, 25 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1).replace(/\.0$/u, '')} MB`
}

/** A count with its thousands apart: 42,310. */
export function formatCount(count: number, locale = 'en-US'): string {
  return new Intl.NumberFormat(locale).format(count)
}
