import type { GlyphRun, Glyphs, PageGlyphs } from '../pdfium/glyphs.ts'
import accents from './accents.json' with { type: 'json' }
import { isGuessedSpace, isMark, isRtl, isSquare } from './characters.ts'

/** Fewer misread letters are no evidence. */
const MIN_MISREAD = 3

const isHangul = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3

/** Whether the two bytes of a code are a Cyrillic letter in UTF-8 (RFC 3629). */
const isCyrillicUtf8 = (code: number): boolean => {
  const [lead, trail] = [code >> 8, code & 0xff]
  return (lead === 0xd0 || lead === 0xd1) && trail >= 0x80 && trail <= 0xbf
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000

/** Joins surrogate pairs, which PDFium returns one by one; replaces unpaired surrogates. */
export function joinSurrogates({ codes, count }: Glyphs): void {
  for (let index = 0; index < count; index += 1) {
    const [high = 0, low = 0] = [codes[index], index + 1 < count ? codes[index + 1] : 0]
    if (isHighSurrogate(high) && isLowSurrogate(low)) {
      codes[index] = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)
      codes[index + 1] = 0
      index += 1
    } else if (isHighSurrogate(high) || isLowSurrogate(high)) codes[index] = 0xfffd
  }
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

const LAM = 0x644
const isAlef = (code: number): boolean => code === 0x627 || (code >= 0x622 && code <= 0x625 && code !== 0x624)

/**
 * Puts the letters that a file gives for one glyph (`/ActualText`), all in one place, back in order: PDFium reverses them
 * with the line around them. A vowel sign before its letter, or an alef before the lam of their ligature, reveals it.
 */
export function turnReplacements({ glyphs: { codes, x0, x1 }, runs }: PageGlyphs): void {
  const groups: [number, number][] = []
  let areTurned = false
  for (const run of runs) {
    for (let start = run.start, end = start; start < run.end; start = end) {
      end = start + 1
      if (!isRtl(codes[start] ?? 0)) continue
      while (end < run.end && x0[end] === x0[start] && isRtl(codes[end] ?? 0)) end += 1
      const [first = 0, second = 0] = [codes[start], codes[start + 1]]
      const isLamLast = isAlef(first) && codes[end - 1] === LAM
      const isInOrder = (isMark(second) && !isMark(first)) || (first === LAM && isAlef(second))
      if (end === start + 1 || (isInOrder && !isLamLast)) continue
      groups.push([start, end])
      areTurned ||= isMark(first) || isLamLast
    }
  }
  if (!areTurned) return
  for (const [start, end] of groups) for (const values of [codes, x1]) values.subarray(start, end).reverse()
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

/** Fewer letters below one another may be the cells of a table. */
const MIN_STACKED = 8

/** Height of a square above its baseline, relative to the font size. */
const ASCENT = 0.88

const isAlone = ({ turn, start, end }: GlyphRun): boolean => turn === 0 && end - start === 1

type Step = 'down' | 'right' | 'other'

/** Direction from one separately painted letter to the next. */
function stepBetween(a: GlyphRun, b: GlyphRun, { codes, x0, y }: Glyphs): Step {
  if (!isAlone(a) || !isAlone(b)) return 'other'
  if (!isSquare(codes[a.start] ?? 0) && !isSquare(codes[b.start] ?? 0)) return 'other'
  const dx = ((x0[b.start] ?? 0) - (x0[a.start] ?? 0)) / a.size
  const dy = ((y[a.start] ?? 0) - (y[b.start] ?? 0)) / a.size
  if (Math.abs(dx) < 0.5 && dy > 0.6 && dy < 2.2) return 'down'
  return Math.abs(dy) < 0.3 && dx > 0.5 && dx < 2.2 ? 'right' : 'other'
}

/**
 * Converts text that was painted letter by letter, each below the last, to vertical text. Old programs write Japanese
 * columns like this, with fonts for horizontal text.
 */
export function turnStacked({ glyphs, runs }: PageGlyphs): void {
  const stacked = new Set<GlyphRun>()
  let down = 0
  let right = 0
  for (const [index, run] of runs.entries()) {
    const previous = runs[index - 1]
    const step = previous === undefined ? 'other' : stepBetween(previous, run, glyphs)
    if (step === 'right') right += 1
    if (step !== 'down' || previous === undefined) continue
    down += 1
    stacked.add(previous).add(run)
  }
  if (down < MIN_STACKED || down < right) return
  for (const run of stacked) {
    const at = run.start
    const baseline = glyphs.y[at] ?? 0
    glyphs.y[at] = ((glyphs.x0[at] ?? 0) + (glyphs.x1[at] ?? 0)) / 2
    glyphs.x0[at] = -(baseline + ASCENT * run.size)
    glyphs.x1[at] = -(baseline - (1 - ASCENT) * run.size)
    run.turn = 5
  }
}
