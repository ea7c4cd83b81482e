import type { GlyphRun, Glyphs, PageGlyphs, Turn } from '../pdfium/glyphs.ts'
import {
  characterText,
  isGuessedSpace,
  isHanging,
  isLettered,
  isMark,
  isRtl,
  isSpace,
  isSquare,
  isUnspaced,
  STRUCK_OUT,
} from './characters.ts'
import { LateMarks } from './late-marks.ts'
import { trackingOf } from './letter-spacing.ts'

/** A part of a line that was painted in sequence: words without wide gaps between them. */
export interface Fragment {
  turn: Turn
  text: string
  x0: number
  x1: number
  /** Baseline. */
  y: number
  size: number
  style: number
  pale: boolean
  /** A space was painted before it. */
  spaced: boolean
  /** Contains letters of right-to-left scripts. */
  rtl: boolean
  /** Known to be the mark of a note. */
  isNote?: boolean
  /** Contains letters or digits, rather than only marks and rules. */
  lettered: boolean
  /** Its characters on the page, including spaces: from `start` to before `end`. */
  start: number
  end: number
}

/** A larger gap, relative to the font size, is a space between words. Kerning is much smaller. */
export const WORD_GAP = 0.15

/** The same if PDFium, which knows the widths of a font's letters, inserted a space. */
const GUESSED_WORD_GAP = 0.1

/** The same between Chinese and Japanese characters, which are justified with gaps of up to half a square. */
export const SQUARE_WORD_GAP = 0.6

/**
 * The same between Chinese, Japanese or Korean and other letters and digits, which office programs set a quarter of a square
 * apart.
 */
const MIXED_WORD_GAP = 0.3

/** The same in scripts whose letters hang on a line, and some of which reach into the space after them. */
const HANGING_WORD_GAP = 0.08

/** Minimum gap around a painted space. A narrower one is within a word, such as a space painted over a ligature. */
const PAINTED_WORD_GAP = 0.07

/** Maximum difference of the baselines of text in different sizes, relative to the font size; others are raised or lowered. */
const MAX_SMALL_OFFSET = 0.05

/** A larger gap ends a fragment: it may be a gutter, or be between the cells of a table. */
export const WIDE_GAP = 1

/** The same if spaces were painted in the gap, since justified text can be loose. */
const WIDE_SPACED_GAP = 1.5

/** Arguments of one call are on the stack. */
const MAX_UNITS_AT_ONCE = 4096

class FragmentBuilder {
  readonly fragments: Fragment[] = []
  readonly #glyphs: Glyphs
  readonly #lateMarks: LateMarks
  readonly #paintsSpaces: boolean
  #current: Fragment | null = null
  /** UTF-16 of the current fragment. */
  readonly #units: number[] = []
  #lastX0 = 0
  #lastX1 = 0
  #lastCode = 0
  #lastRun: GlyphRun | null = null
  #spaced = false
  /** The painted space begins within the character before it. */
  #over = false
  #guessed = false

  constructor({ glyphs, runs }: PageGlyphs) {
    this.#glyphs = glyphs
    this.#lateMarks = new LateMarks(glyphs, runs)
    this.#paintsSpaces = runs.some(({ start, end }) => {
      for (let index = start; index < end; index += 1) {
        const isPainted = !isGuessedSpace(glyphs.codes[index] ?? 0, glyphs.x0[index] ?? 0, glyphs.x1[index] ?? 0)
        if (isPainted && isSpace(glyphs.codes[index] ?? 0)) return true
      }
      return false
    })
  }

  /** Ends the current fragment. Creates its text in one step, since that takes most of the time. */
  close(): void {
    const current = this.#current
    const units = this.#units
    if (current !== null) {
      for (let from = 0; from < units.length; from += MAX_UNITS_AT_ONCE) {
        const part = units.length <= MAX_UNITS_AT_ONCE ? units : units.slice(from, from + MAX_UNITS_AT_ONCE)
        current.text += String.fromCharCode(...part)
      }
    }
    this.#current = null
    units.length = 0
  }

  #append(text: string): void {
    for (let index = 0; index < text.length; index += 1) this.#units.push(text.charCodeAt(index))
  }

  /** The gap between the last character and one that may follow on the same line; null if it doesn't follow. */
  #gap(fragment: Fragment, x0: number, x1: number, code: number): number | null {
    const { size } = fragment
    // PDFium returns the letters of a ligature one after the other, all with its box.
    if (x0 === this.#lastX0 && x1 === this.#lastX1 && code !== this.#lastCode) return 0
    const right = x0 - this.#lastX1
    const limit = (this.#spaced || this.#guessed ? WIDE_SPACED_GAP : WIDE_GAP) * size
    if (right >= -0.5 * size && right <= limit && x1 >= this.#lastX0 - 0.1 * size) return right
    const left = this.#lastX0 - x1
    return (isRtl(code) || fragment.rtl) && left >= -0.5 * size && left <= limit ? left : null
  }

  #follows(fragment: Fragment, turn: Turn, y: number, size: number, code: number): boolean {
    if (fragment.turn !== turn) return false
    const offset = Math.abs(fragment.y - y)
    if (isMark(code)) return offset < fragment.size
    const ratio = size / fragment.size
    const isAlike = ratio > 0.93 && ratio < 1.07
    return ratio > 0.75 && ratio < 1.34 && offset < (isAlike ? 0.15 : MAX_SMALL_OFFSET) * size
  }

  /** Minimum gap before a character, relative to the font size, that is a space between words. */
  #wordGap(code: number): number {
    if (isUnspaced(code) && isUnspaced(this.#lastCode)) return this.#guessed ? WORD_GAP : SQUARE_WORD_GAP
    if (this.#isMixed(code)) return MIXED_WORD_GAP
    if (isHanging(code) && isHanging(this.#lastCode)) return HANGING_WORD_GAP
    return this.#guessed ? GUESSED_WORD_GAP : WORD_GAP
  }

  /** Whether one of two neighbors is a square, so that a gap may be no space. Korean has spaces, which few programs leave out. */
  #isMixed(code: number): boolean {
    if (isSquare(code) === isSquare(this.#lastCode)) return false
    const isKorean = !isUnspaced(isSquare(code) ? code : this.#lastCode)
    return isLettered(code) && isLettered(this.#lastCode) && (!isKorean || this.#paintsSpaces)
  }

  /** Whether a gap of this width, in points, separates words. */
  #separates(gap: number, code: number, run: GlyphRun, tracking: number): boolean {
    const { size, ink } = run
    if (isMark(code)) return false
    // Neighbors in recognized text may overlap, since their widths are those of another font.
    const within = (this.#over || run === this.#lastRun) && !ink.invisible
    if (this.#spaced && (!within || gap > PAINTED_WORD_GAP * size)) return true
    return gap > (this.#wordGap(code) + tracking) * size
  }

  add(index: number, run: GlyphRun, tracking: number): void {
    const { turn, size, style } = run
    const glyphs = this.#glyphs
    const code = glyphs.codes[index] ?? 0
    const x0 = glyphs.x0[index] ?? 0
    const x1 = glyphs.x1[index] ?? 0
    const y = glyphs.y[index] ?? 0
    if (isSpace(code)) {
      if (isGuessedSpace(code, x0, x1)) this.#guessed = true
      else {
        this.#over = x0 < this.#lastX1 - (x1 - x0) / 2
        this.#spaced = true
      }
      return
    }
    if (code === STRUCK_OUT) {
      this.#spaced = true
      this.#lastX1 = Math.max(this.#lastX1, x1)
    }
    const text = characterText(code)
    if (text === '') return
    const current = this.#current
    const gap =
      current !== null && this.#follows(current, turn, y, size, code) ? this.#gap(current, x0, x1, code) : null
    if (current === null || gap === null || this.#lateMarks.isBetween(this.#lastX1, x0, current)) {
      this.close()
      const [rtl, lettered] = [isRtl(code), isLettered(code)]
      this.#current = {
        turn,
        text: '',
        x0,
        x1,
        y,
        size,
        style,
        pale: run.ink.pale,
        spaced: this.#spaced,
        rtl,
        lettered,
        start: index,
        end: index + 1,
      }
      this.fragments.push(this.#current)
    } else {
      if (this.#separates(gap, code, run, tracking)) this.#units.push(0x20)
      if (x0 < current.x0) current.x0 = x0
      if (x1 > current.x1) current.x1 = x1
      current.rtl ||= isRtl(code)
      current.lettered ||= isLettered(code)
      // A fragment is bold if all its characters are.
      current.style &= style
      current.end = index + 1
    }
    this.#append(text)
    this.#lastX0 = x0
    this.#lastX1 = x1
    this.#lastCode = code
    this.#lastRun = run
    this.#spaced = false
    this.#over = false
    this.#guessed = false
  }
}

/** Whether a run is a single letter on the line of one before it. */
function continuesSingles(runs: readonly GlyphRun[], at: number, { y }: Glyphs): boolean {
  const [before, run] = [runs[at - 1], runs[at]]
  if (before === undefined || run === undefined) return false
  const isSingle = before.end - before.start === 1 && run.end - run.start === 1
  return isSingle && before.turn === run.turn && before.size === run.size && y[before.start] === y[run.start]
}

/** The characters of a run, or of all runs of one letter on its line. */
function spanOf(runs: readonly GlyphRun[], at: number, glyphs: Glyphs): Pick<GlyphRun, 'start' | 'end' | 'size'> {
  let last = at
  while (continuesSingles(runs, last + 1, glyphs)) last += 1
  const { start = 0, size = 0 } = runs[at] ?? {}
  return { start, end: runs[last]?.end ?? start, size }
}

/** Joins the characters of a page, in painting order, to fragments. */
export function toFragments(page: PageGlyphs): Fragment[] {
  const { glyphs, runs } = page
  const builder = new FragmentBuilder(page)
  let tracking = 0
  for (const [at, run] of runs.entries()) {
    // Short words have the letter spacing of those before them.
    if (!continuesSingles(runs, at, glyphs)) tracking = trackingOf(glyphs, spanOf(runs, at, glyphs)) ?? tracking
    for (let index = run.start; index < run.end; index += 1) builder.add(index, run, tracking)
  }
  builder.close()
  return builder.fragments
}
