import { AppError } from '../../../shared/errors.ts'

/** Pages that people write leave a few dozen elements open; the parser's time grows with the square of them. */
const MAX_OPEN = 50_000

/** Elements that hold nothing, or end where the next of their kind begins. */
const unnested = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd td th tr tbody thead tfoot option optgroup rt rp'.split(
    ' ',
  ),
)

/** Whether a text has so many of a character. */
function hasMany(text: string, character: string, limit: number): boolean {
  let count = 0
  for (let at = text.indexOf(character); at !== -1 && count < limit; at = text.indexOf(character, at + 1)) count += 1
  return count >= limit
}

/**
 * Refuses pages that open far more elements than they close, before they are parsed. What is counted are the tags as
 * they are written, which is near enough.
 *
 * @throws AppError source_too_complex
 */
export function assertParsable(html: string): void {
  if (!hasMany(html, '<', MAX_OPEN)) return
  let open = 0
  for (const [, end = '', name = '', rest = ''] of html.matchAll(/<(\/?)([a-z][a-z\d:-]{0,40})([^<>]{0,2000})/giu)) {
    if (rest.endsWith('/') || unnested.has(name.toLowerCase())) continue
    open = end === '' ? open + 1 : Math.max(0, open - 1)
    if (open > MAX_OPEN) {
      throw new AppError(
        'source_too_complex',
        'This page is built so that reading it takes far more than an article should. Paste its text instead.',
      )
    }
  }
}
