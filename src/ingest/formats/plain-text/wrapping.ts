/** Lines of wrapped prose are about as wide as a mail's or a terminal's, in columns. */
const WRAP_MIN = 45
const WRAP_MAX = 100

/** More lines tell no more about how a text is wrapped. */
const SAMPLE_LINES = 5000

/** Characters that take two columns (UAX #11). */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/gu

const widthOf = (line: string): number => line.length + (line.match(wide)?.length ?? 0)

const endsSentence = (line: string): boolean => /[.!?:;。！？：；…"”’」』）)]\s*$/u.test(line)

/**
 * Whether single line breaks are only there because an editor wrapped the lines, rather than to end paragraphs: most
 * lines are of about the same middling width, and few end a sentence.
 */
export function isWrapped(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES)
  if (full.length < 2) return true
  const widths = full.map(widthOf)
  if (Math.max(...widths) > WRAP_MAX + 20) return false
  const inner = widths.slice(0, -1).filter((width) => width >= WRAP_MIN && width <= WRAP_MAX)
  const open = full.filter((line) => !endsSentence(line))
  return inner.length >= full.length * 0.5 && open.length >= full.length * 0.5
}

/** Scripts without spaces between words, and their punctuation. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uff60]`
const unspacedEnd = new RegExp(`${unspaced}$`, 'u')
const unspacedStart = new RegExp(`^${unspaced}`, 'u')

/**
 * Joins the lines of a wrapped paragraph: with a space, or without one between scripts that use none. A word that was
 * parted by a hyphen is put together, unless the text has it with a hyphen elsewhere.
 *
 * @param whole the whole text, in which the word is looked for
 */
export function joinWrapped(lines: readonly string[], whole: string): string {
  let text = ''
  for (const line of lines) {
    const next = line.trim()
    if (text === '') text = next
    else if (unspacedEnd.test(text) && unspacedStart.test(next)) text += next
    else {
      const parted = /(\p{Ll}{2,40})-$/u.exec(text)?.[1]
      const rest = /^\p{Ll}{2,40}/u.exec(next)?.[0]
      if (parted === undefined || rest === undefined) text += ` ${next}`
      else text = whole.includes(`${parted}-${rest}`) ? text + next : text.slice(0, -1) + next
    }
  }
  return text
}
