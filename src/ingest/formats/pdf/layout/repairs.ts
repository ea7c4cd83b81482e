import type { GlyphRun, Glyphs, PageGlyphs } from '../pdfium/glyphs.ts'
import accents from './accents.json' with { type: 'json' }
import { isGuessedSpace } from './characters.ts'

/** Fewer misread letters are no evidence. */
const MIN_MISREAD = 3

const isHangul = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3

/** Whether the two bytes of a code are a Cyrillic letter in UTF-8 (RFC 3629). */
const isCyrillicUtf8 = (code: number): boolean => {
  const [lead, trail] = [code >> 8, code & 0xff]
  return (lead === 0xd0 || lead === 0xd1) && trail >= 0x80 && trail <= 0xbf
}

/**
 * Repairs Cyrillic letters that some CAD and office programs write to a font's table as UTF-8 instead of UTF-16, so that
 * they are read as Korean syllables. Real Korean text has other syllables, too.
 */
export function repairCodes({ codes, count }: Glyphs): void {
  let suspected = 0
  for (let index = 0; index < count; index += 1) {
    const code = codes[index] ?? 0
    if (!isHangul(code)) continue
    if (!isCyrillicUtf8(code)) return
    suspected += 1
  }
  if (suspected < MIN_MISREAD) return
  for (let index = 0; index < count; index += 1) {
    const code = codes[index] ?? 0
    if (isHangul(code)) codes[index] = ((code & 0x1f00) >> 2) | (code & 0x3f)
  }
}

/** Spacing accents with their combining forms. */
const combining: ReadonlyMap<number, string> = new Map(
  Object.entries(accents.combining).map(([accent, mark]) => [accent.charCodeAt(0), mark]),
)

/** Maximum height of an accent above its usual position, over a capital letter, relative to the font size. */
const MAX_RAISED = 0.6

const markOf = (code: number): string | undefined =>
  code >= 0x300 && code <= 0x36f ? String.fromCharCode(code) : combining.get(code)

const isLatin = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x131 || code === 0x237

/** A letter with its accent as one character; null if there is no such character. */
function composed(letter: number, mark: string): number | null {
  // Accents are over letters without their dot.
  const base = letter === 0x131 ? 'i' : letter === 0x237 ? 'j' : String.fromCharCode(letter)
  const text = (base + mark).normalize('NFC')
  return text.length === 1 ? text.charCodeAt(0) : null
}

interface Painted {
  index: number
  run: GlyphRun
}

/** Whether an accent is over the middle half of a letter. */
function isOver({ x0, x1, y }: Glyphs, accent: Painted, letter: Painted): boolean {
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
  if (mark === undefined || !isLatin(codes[letter.index] ?? 0) || !isOver(glyphs, accent, letter)) return
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
