import type { GlyphRun, Glyphs, PageGlyphs } from '../pdfium/glyphs.ts'
import { isGuessedSpace } from './characters.ts'

/** Accents that have a width of their own, with the marks that go onto letters. */
const combining: ReadonlyMap<number, string> = new Map([
  [0x5e, '\u0302'],
  [0x60, '\u0300'],
  [0x7e, '\u0303'],
  [0xa8, '\u0308'],
  [0xaf, '\u0304'],
  [0xb4, '\u0301'],
  [0xb8, '\u0327'],
  [0x2c6, '\u0302'],
  [0x2c7, '\u030c'],
  [0x2c9, '\u0304'],
  [0x2d8, '\u0306'],
  [0x2d9, '\u0307'],
  [0x2da, '\u030a'],
  [0x2db, '\u0328'],
  [0x2dc, '\u0303'],
  [0x2dd, '\u030b'],
])

/** An accent over a capital letter stands higher, by less than this many sizes. */
const MAX_RAISED = 0.6

const markOf = (code: number): string | undefined =>
  code >= 0x300 && code <= 0x36f ? String.fromCharCode(code) : combining.get(code)

const isLatin = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x131 || code === 0x237

/** A letter with its accent as one character; null where there is none such. */
function composed(letter: number, mark: string): number | null {
  // Accents are set over letters without their dot.
  const base = letter === 0x131 ? 'i' : letter === 0x237 ? 'j' : String.fromCharCode(letter)
  const text = (base + mark).normalize('NFC')
  return text.length === 1 ? text.charCodeAt(0) : null
}

interface Painted {
  index: number
  run: GlyphRun
}

/** Whether an accent stands over the middle half of a letter. */
function standsOver({ x0, x1, y }: Glyphs, accent: Painted, letter: Painted): boolean {
  if (accent.run.turn !== letter.run.turn) return false
  if (Math.abs((y[accent.index] ?? 0) - (y[letter.index] ?? 0)) > MAX_RAISED * letter.run.size) return false
  const left = x0[letter.index] ?? 0
  const width = (x1[letter.index] ?? 0) - left
  const middle = ((x0[accent.index] ?? 0) + (x1[accent.index] ?? 0)) / 2
  return middle > left + width / 4 && middle < left + width * 0.75
}

function join(glyphs: Glyphs, first: Painted, second: Painted): void {
  const { codes } = glyphs
  const [a, b] = [codes[first.index] ?? 0, codes[second.index] ?? 0]
  const [accent, letter] = isLatin(b) ? [first, second] : [second, first]
  const mark = markOf(isLatin(b) ? a : b)
  if (mark === undefined || !isLatin(codes[letter.index] ?? 0) || !standsOver(glyphs, accent, letter)) return
  const code = composed(codes[letter.index] ?? 0, mark)
  if (code === null) return
  codes[letter.index] = code
  codes[accent.index] = 0
}

/**
 * Puts accents that were painted by themselves onto the letters under them, as TeX paints them with its first fonts
 * (the `\accent` primitive, The TeXbook, chapter 9), before the letter or after it.
 */
export function composeAccents({ glyphs, runs }: PageGlyphs): void {
  const { codes, x0, x1 } = glyphs
  let previous: Painted | null = null
  for (const run of runs) {
    for (let index = run.start; index < run.end; index += 1) {
      const code = codes[index] ?? 0
      if (isGuessedSpace(code, x0[index] ?? 0, x1[index] ?? 0)) continue
      const painted: Painted = { index, run }
      if (previous !== null) join(glyphs, previous, painted)
      previous = painted
    }
  }
}
