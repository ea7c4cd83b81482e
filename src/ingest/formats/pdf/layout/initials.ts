import type { Fragment } from './fragments.ts'

/** A letter as large as two lines or more, with the quotation mark before it or the apostrophe after it. */
const initial = /^["“„«‘']?\p{Lu}[’']?$/u

/** Minimum size of an initial, relative to that of the text beside it. */
const MIN_RATIO = 1.7

/** Height of a capital above its baseline, relative to the font size. */
const CAPITAL = 0.7

/** Maximum gap between an initial and its text, relative to the size of the text. */
const MAX_GAP = 2

/** More large letters on a page are a table or a drawing. */
const MAX_INITIALS = 20

/** Letters that are words by themselves in languages with Latin script. */
const words = new Set(['A', 'I', 'O', 'E', 'Y', 'À', 'É'])

const firstWord = (text: string): string => /^[\p{L}’']+/u.exec(text)?.[0].toLowerCase() ?? ''

/** Whether an initial is a word before the text, rather than the first letter of its first word. */
function isWord(letter: string, text: string, known: ReadonlySet<string>): boolean {
  const rest = firstWord(text)
  if (!words.has(letter) || known.has(letter.toLowerCase() + rest)) return false
  return known.has(rest) || letter === 'A' || letter === 'I'
}

/** The lines beside an initial, top to bottom. */
function linesBeside(one: Fragment, fragments: readonly Fragment[]): Fragment[] {
  const top = one.y + CAPITAL * one.size
  return fragments
    .filter(({ turn, size, x0, y }) => {
      const gap = x0 - one.x1
      const isBeside = gap > -0.3 * size && gap < MAX_GAP * size
      const isWithin = y > one.y - 0.5 * size && y + CAPITAL * size < top + 0.8 * size
      return turn === one.turn && size * MIN_RATIO <= one.size && isBeside && isWithin
    })
    .toSorted((a, b) => b.y - a.y)
}

/**
 * Joins initials of two lines or more (drop caps) to the first line beside them, and lets the lines beside them begin where
 * they do.
 */
export function joinInitials(fragments: Fragment[]): Fragment[] {
  const initials = fragments.filter(({ turn, rtl, text }) => turn === 0 && !rtl && initial.test(text))
  if (initials.length === 0 || initials.length > MAX_INITIALS) return fragments
  const known = new Set(fragments.flatMap(({ text }) => text.toLowerCase().split(/[^\p{L}’']+/u)))
  const joined = new Set<Fragment>()
  for (const one of initials) {
    const [first, ...others] = linesBeside(one, fragments)
    // A label of a line ("Q", "A") has its baseline.
    if (first === undefined || first.y < one.y + 0.3 * first.size || !/^(?:\p{Ll}|\p{Lu}{2})/u.test(first.text))
      continue
    first.text = `${one.text}${isWord(one.text, first.text, known) ? ' ' : ''}${first.text}`
    for (const line of [first, ...others]) line.x0 = Math.min(line.x0, one.x0)
    joined.add(one)
  }
  return fragments.filter((fragment) => !joined.has(fragment))
}
