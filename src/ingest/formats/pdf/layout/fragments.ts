import type { GlyphRun, Glyphs, PageGlyphs, Turn } from '../pdfium/glyphs.ts'
import { characterText, isGuessedSpace, isLettered, isMark, isRtl, isSpace, isSquare } from './characters.ts'

/** Fewer gaps than these tell nothing of how letters are set. */
const MIN_GAPS = 3

/** Less is the rounding of a program, and more the space between words. */
const MIN_TRACKING = 0.04
const MAX_TRACKING = 0.3

/** Kerning makes gaps differ by about this. */
const TOLERANCE = 0.04

/** Share of the gaps that must be alike. */
const MIN_ALIKE = 0.6

/** The gaps between the letters of words, in sizes; null where too many letters touch for a word that is spaced out. */
function letterGaps({ codes, x0, x1 }: Glyphs, { start, end, size }: GlyphRun): number[] | null {
  const gaps: number[] = []
  let touching = 0
  let before = start
  let open = false
  for (let index = start; index < end; index += 1) {
    const code = codes[index] ?? 0
    if (isRtl(code) || isSquare(code)) return null
    if (isMark(code) || isGuessedSpace(code, x0[index] ?? 0, x1[index] ?? 0)) continue
    if (isLettered(code) && open) {
      const gap = ((x0[index] ?? 0) - (x1[before] ?? 0)) / size
      gaps.push(gap)
      if (gap < MIN_TRACKING) touching += 1
      if (touching > 2 + 0.25 * gaps.length) return null
    }
    open = isLettered(code)
    before = index
  }
  return gaps
}

/**
 * How far letters of a run are set apart beyond their widths, in sizes of the text: where words are stretched to a
 * grid or a heading is spaced out, the same gap stands between all letters of a word and means no space. Told by the
 * lower quarter of the gaps, which most of the others must equal; 0 for text that is set as usual, null where the
 * run is too short to tell.
 */
function trackingOf(glyphs: Glyphs, run: GlyphRun): number | null {
  if (run.end - run.start <= MIN_GAPS) return null
  const gaps = letterGaps(glyphs, run)
  if (gaps === null) return 0
  if (gaps.length < MIN_GAPS) return null
  gaps.sort((a, b) => a - b)
  const tracking = gaps[gaps.length >> 2] ?? 0
  if (tracking < MIN_TRACKING || tracking > MAX_TRACKING) return 0
  const alike = gaps.filter((gap) => Math.abs(gap - tracking) <= TOLERANCE).length
  return alike >= MIN_ALIKE * gaps.length ? tracking : 0
}

/** A stretch of one line, painted in one go: words with no wide gap between them. */
export interface Fragment {
  turn: Turn
  text: string
  x0: number
  x1: number
  /** Baseline. */
  y: number
  size: number
  style: number
  /** Whether letters that run to the left are among its characters. */
  rtl: boolean
  /** Whether a letter or digit is among them, rather than marks and rules alone. */
  lettered: boolean
  /** Its characters on the page, spaces counted: from `start` to before `end`. */
  start: number
  end: number
}

/** A gap of more than this, in sizes of the text, is a space between words. Kerning stays well below. */
export const WORD_GAP = 0.15

/** The same where PDFium, which knows the widths of a font's letters, takes a gap for a space. */
const GUESSED_WORD_GAP = 0.1

/** Squares are set apart by as much as half of one to fill a line, and no space is meant. */
export const SQUARE_WORD_GAP = 0.6

/** A gap of more than this ends a fragment: it may be a gutter, or lie between the cells of a table. */
export const WIDE_GAP = 1

/** The same where spaces were painted in the gap, for justified text can be loose. */
const WIDE_SPACED_GAP = 1.5

/** Arguments of one call are kept on the stack. */
const MAX_UNITS_AT_ONCE = 4096

class FragmentBuilder {
  readonly fragments: Fragment[] = []
  private readonly glyphs: Glyphs
  private current: Fragment | null = null
  /** UTF-16 of the current fragment. */
  private readonly units: number[] = []
  private lastX0 = 0
  private lastX1 = 0
  private lastCode = 0
  private spaced = false
  private guessed = false

  constructor(glyphs: Glyphs) {
    this.glyphs = glyphs
  }

  /** Ends the current fragment. Its text is made in one go, since most of the time is spent on making texts. */
  close(): void {
    const { current, units } = this
    if (current !== null) {
      for (let from = 0; from < units.length; from += MAX_UNITS_AT_ONCE) {
        const part = units.length <= MAX_UNITS_AT_ONCE ? units : units.slice(from, from + MAX_UNITS_AT_ONCE)
        current.text += String.fromCharCode(...part)
      }
    }
    this.current = null
    units.length = 0
  }

  private append(text: string): void {
    for (let index = 0; index < text.length; index += 1) this.units.push(text.charCodeAt(index))
  }

  /** The gap between the last character and one that may follow on the same line; null where it does not follow. */
  private gap(fragment: Fragment, x0: number, x1: number, code: number): number | null {
    const { size } = fragment
    // PDFium gives the letters of a ligature one after the other, all with its box.
    if (x0 === this.lastX0 && x1 === this.lastX1 && code !== this.lastCode) return 0
    const right = x0 - this.lastX1
    const limit = (this.spaced || this.guessed ? WIDE_SPACED_GAP : WIDE_GAP) * size
    if (right >= -0.5 * size && right <= limit && x1 >= this.lastX0 - 0.1 * size) return right
    const left = this.lastX0 - x1
    return (isRtl(code) || fragment.rtl) && left >= -0.5 * size && left <= limit ? left : null
  }

  private follows(fragment: Fragment, turn: Turn, y: number, size: number, code: number): boolean {
    if (fragment.turn !== turn) return false
    const offset = Math.abs(fragment.y - y)
    if (isMark(code)) return offset < fragment.size
    const ratio = size / fragment.size
    return ratio > 0.75 && ratio < 1.34 && offset < 0.15 * size
  }

  /** The gap before a character, in sizes, that is a space between words. */
  private wordGap(code: number): number {
    if (isSquare(code) && isSquare(this.lastCode)) return this.guessed ? WORD_GAP : SQUARE_WORD_GAP
    return this.guessed ? GUESSED_WORD_GAP : WORD_GAP
  }

  add(index: number, { turn, size, style }: GlyphRun, tracking: number): void {
    const { glyphs } = this
    const code = glyphs.codes[index] ?? 0
    const x0 = glyphs.x0[index] ?? 0
    const x1 = glyphs.x1[index] ?? 0
    const y = glyphs.y[index] ?? 0
    if (isSpace(code)) {
      if (isGuessedSpace(code, x0, x1)) this.guessed = true
      else this.spaced = true
      return
    }
    const text = characterText(code)
    if (text === '') return
    const { current } = this
    const gap = current !== null && this.follows(current, turn, y, size, code) ? this.gap(current, x0, x1, code) : null
    if (current === null || gap === null) {
      this.close()
      const [rtl, lettered] = [isRtl(code), isLettered(code)]
      this.current = { turn, text: '', x0, x1, y, size, style, rtl, lettered, start: index, end: index + 1 }
      this.fragments.push(this.current)
    } else {
      if (!isMark(code) && (this.spaced || gap > (this.wordGap(code) + tracking) * size)) this.units.push(0x20)
      if (x0 < current.x0) current.x0 = x0
      if (x1 > current.x1) current.x1 = x1
      current.rtl ||= isRtl(code)
      current.lettered ||= isLettered(code)
      // Bold is what is bold throughout.
      current.style &= style
      current.end = index + 1
    }
    this.append(text)
    this.lastX0 = x0
    this.lastX1 = x1
    this.lastCode = code
    this.spaced = false
    this.guessed = false
  }
}

/** Joins the characters of a page, in the order in which they are painted, to fragments. */
export function toFragments({ glyphs, runs }: PageGlyphs): Fragment[] {
  const builder = new FragmentBuilder(glyphs)
  let tracking = 0
  for (const run of runs) {
    // Short words between others are set as those are.
    tracking = trackingOf(glyphs, run) ?? tracking
    for (let index = run.start; index < run.end; index += 1) builder.add(index, run, tracking)
  }
  builder.close()
  return builder.fragments
}
