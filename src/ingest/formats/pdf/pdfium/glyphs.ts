import { isMark, isRtl, isRtlDigit, isSpace } from '../layout/characters.ts'
import type { PageBox } from './box.ts'
import type { OpenDocument } from './document.ts'
import { type Font, fontOf, type Ink, inkOf } from './fonts.ts'
import { Replacements } from './replacements.ts'

/**
 * Direction of a text on the page as it is shown: the four quarter turns, counter-clockwise from horizontal; any other
 * rotation (4); vertical in columns from right to left, as in Japanese and Chinese (5).
 */
export type Turn = 0 | 1 | 2 | 3 | 4 | 5

/** Characters of a page. Positions are in points, in the coordinates of the character's run. */
export interface Glyphs {
  count: number
  codes: Int32Array
  /** Left and right edges, by advance width rather than by ink. */
  x0: Float32Array
  x1: Float32Array
  /** Baselines. */
  y: Float32Array
  /** Left edges of the spaces of lines in which some were painted by themselves, by their baseline in whole points. */
  loneSpaces?: ReadonlyMap<number, readonly number[]>
}

/**
 * Characters that were painted by one operator, from `start` to before `end`. In the coordinates of its direction, text
 * runs to the right, and lower lines have a smaller `y`.
 */
export interface GlyphRun {
  turn: Turn
  size: number
  /** `BOLD` and `MONO`. */
  style: number
  ink: Ink
  /** Angle to the direction, counter-clockwise, in radians. */
  slant: number
  start: number
  end: number
}

export interface PageGlyphs {
  glyphs: Glyphs
  runs: GlyphRun[]
}

/** More characters than any real page has. */
const MAX_GLYPHS_PER_PAGE = 100_000

/** Smaller text is illegible on paper and screen. */
const MIN_SIZE = 1
const MAX_SIZE = 5000

const SCRATCH_BYTES = 512

export const quarterTurns: readonly Turn[] = [0, 1, 2, 3]

/** Maximum space beside the ink of a letter, relative to the font size. */
const MAX_BEARING = 0.12

/** Maximum width of letters that are drawn as one, relative to the font size. */
const MAX_CLUSTER_WIDTH = 4

/** A page that is read, with memory of PDFium for results. */
interface Source extends Pick<OpenDocument, 'pdfium' | 'ligatures'> {
  /** Handle of the page. */
  loaded: number
  /** Handle of its text. */
  page: number
  box: PageBox
  /** Quarter turns, counter-clockwise, of text that is upright on the page as it is shown. */
  rotation: Turn
  buffer: number
}

interface Frame {
  turn: Turn
  /** Direction of its coordinates: those of the page as it is shown for oblique text. */
  axis: Turn
  size: number
  /** Where its first glyph begins on the page. */
  left: number
  y: number
  font: Font
  ink: Ink
  slant: number
  /** Lower lines have a larger `y` without a change of sign. */
  flipped: boolean
}

function turnOf(a: number, b: number): Turn {
  const tolerance = 0.09
  if (Math.abs(b) <= Math.abs(a) * tolerance) return a >= 0 ? 0 : 2
  if (Math.abs(a) <= Math.abs(b) * tolerance) return b >= 0 ? 1 : 3
  return 4
}

/** Left and right edge of a box of the page in the coordinates of a direction. */
function spanOf(turn: Turn, left: number, right: number, bottom: number, top: number): [number, number] {
  if (turn === 1) return [bottom, top]
  if (turn === 2) return [-right, -left]
  if (turn === 3 || turn === 5) return [-top, -bottom]
  return [left, right]
}

/** Angle between a direction and the nearest quarter turn. */
function slantOf(a: number, b: number): number {
  const angle = Math.atan2(b, a)
  return angle - (Math.round(angle / (Math.PI / 2)) * Math.PI) / 2
}

/** A point of the page in the coordinates of a direction. */
export function toFrame(turn: Turn, x: number, y: number): [number, number] {
  if (turn === 1) return [y, -x]
  if (turn === 2) return [-x, -y]
  if (turn === 3 || turn === 5) return [-y, x]
  return [x, y]
}

function emptyGlyphs(size: number): Glyphs {
  const [x0, x1, y] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)]
  return { count: 0, codes: new Int32Array(size), x0, x1, y }
}

class GlyphReader {
  readonly glyphs: Glyphs
  readonly runs: GlyphRun[] = []
  readonly #source: Source
  readonly #fonts = new Map<number, Font>()
  readonly #replacements: Replacements
  #floats: Float32Array
  #run: GlyphRun | null = null
  #frame: Frame | null = null
  /** The mark that gives the object's text, or 0, and the box of all its glyphs. */
  #mark = 0
  #cluster: PageBox | null = null
  #object = -1
  /** Left edge of the last character of the object. */
  #lastLeft = Number.NaN

  constructor(source: Source, count: number) {
    this.#source = source
    this.glyphs = emptyGlyphs(count)
    this.#replacements = new Replacements(source.pdfium, source.loaded)
    this.#floats = new Float32Array(source.pdfium.bytes().buffer)
  }

  /** A view of the memory, replaced when the memory has grown, which empties the old view. */
  #written(): Float32Array {
    if (this.#floats.length === 0) this.#floats = new Float32Array(this.#source.pdfium.bytes().buffer)
    return this.#floats
  }

  #fontOf(object: number, index: number): Font {
    const { pdfium, page, buffer } = this.#source
    return this.#fonts.getOrInsertComputed(pdfium.FPDFTextObj_GetFont(object), () =>
      fontOf(pdfium, page, index, buffer),
    )
  }

  /** Position and size of an object's text; null if it is illegible. */
  #frameOf(object: number, index: number): Frame | null {
    const { pdfium, page, rotation, buffer } = this.#source
    const font = this.#fontOf(object, index)
    if (pdfium.FPDFText_GetMatrix(page, index, buffer) === 0) return null
    const floats = this.#written()
    const at = buffer >> 2
    const fontSize = pdfium.FPDFText_GetFontSize(page, index)
    // A negative size turns the text by half.
    const [a = 0, b = 0, c = 0, d = 0] = floats.slice(at, at + 4).map((value) => (fontSize < 0 ? -value : value))
    const [e = 0, f = 0] = [floats[at + 4], floats[at + 5]]
    let turn = turnOf(a, b)
    let size = Math.abs(fontSize) * Math.hypot(c, d)
    const mirrored = a * d - b * c < 0
    let flipped = false
    if (!(size >= 4) || mirrored) {
      const { left, right, bottom, top } = this.#tightBox(index)
      // Fonts of drawn glyphs (Type 3) may have any unit, so a small size is checked against the ink.
      if (!(size >= 4)) size = Math.max(size, 1.2 * (turn === 1 || turn === 3 ? right - left : top - bottom))
      // Such fonts may be mirrored themselves, so that the letters are not.
      flipped = mirrored && toFrame(turn, (left + right) / 2, (bottom + top) / 2)[1] <= toFrame(turn, e, f)[1]
    }
    if (!(size >= MIN_SIZE) || size > MAX_SIZE) return null
    // In vertical text, the origin of a letter is below the start of the text.
    if (turn === 0 && !mirrored && this.#isBelow(index, f, size)) turn = 5
    const slant = slantOf(a, b)
    const axis = turn === 4 ? rotation : turn
    const y = toFrame(axis, e, f)[1]
    const ink = inkOf(pdfium, object, buffer)
    return { turn, axis, size, left: e, y: flipped ? -y : y, font, ink, slant, flipped }
  }

  #tightBox(index: number): PageBox {
    const { pdfium, page, buffer } = this.#source
    pdfium.FPDFText_GetCharBox(page, index, buffer, buffer + 8, buffer + 16, buffer + 24)
    const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(
      pdfium.bytes().slice(buffer, buffer + 32).buffer,
    )
    return { left, right, bottom, top }
  }

  #originOf(index: number): { x: number; y: number } | null {
    const { pdfium, page, buffer } = this.#source
    if (pdfium.FPDFText_GetCharOrigin(page, index, buffer, buffer + 8) === 0) return null
    const view = new DataView(pdfium.bytes().buffer)
    return { x: view.getFloat64(buffer, true), y: view.getFloat64(buffer + 8, true) }
  }

  /** Whether a character is below the start of its object. */
  #isBelow(index: number, start: number, size: number): boolean {
    const cluster = this.#cluster
    const y = cluster === null ? this.#originOf(index)?.y : (cluster.bottom + cluster.top) / 2
    return start - (y ?? start) > 0.3 * size
  }

  /** The baseline of a character: the middle of a column of vertical text, individual in slanted text. */
  #baseline({ turn, axis, y, slant, flipped }: Frame, index: number, middle: number): number {
    if (turn === 5) return middle
    const origin = Math.abs(slant) > 1e-4 ? this.#originOf(index) : null
    if (origin === null) return y
    const own = toFrame(axis, origin.x, origin.y)[1]
    return flipped ? -own : own
  }

  #codeOf({ font }: Frame, index: number): number {
    const { pdfium, page, ligatures } = this.#source
    const code = pdfium.FPDFText_GetUnicode(page, index)
    const isUnmapped = code < 0x20 || pdfium.FPDFText_HasUnicodeMapError(page, index) === 1
    return isUnmapped ? ligatures.codeOf(font.name, code) : code
  }

  add(index: number): void {
    const { glyphs } = this
    const { pdfium, page, buffer, box } = this.#source
    const object = pdfium.FPDFText_GetTextObject(page, index)
    // Characters that PDFium adds (spaces, line ends) belong to no object.
    if (object === 0) return
    if (object !== this.#object) {
      this.#object = object
      const mark = this.#replacements.markOf(object)
      this.#mark = mark
      this.#cluster = mark === 0 ? null : this.#replacements.boxOf(mark)
      this.#frame = mark !== 0 && this.#replacements.isRepeated(mark) ? null : this.#frameOf(object, index)
      this.#run = null
      this.#lastLeft = Number.NaN
    }
    const frame = this.#frame
    if (frame === null || pdfium.FPDFText_GetLooseCharBox(page, index, buffer) === 0) return
    const floats = this.#written()
    const at = buffer >> 2
    const [given = 0, top = 0, end = 0, bottom = 0] = [floats[at], floats[at + 1], floats[at + 2], floats[at + 3]]
    const shift = this.#shift(frame, given)
    const [left, loose] = [given + shift, end + shift]
    const code = this.#codeOf(frame, index)
    const right =
      frame.turn === 0 && isRtl(code) && !isMark(code) && !isRtlDigit(code)
        ? this.#rightEdge(frame, index, loose)
        : loose
    const x = (left + right) / 2
    const y = (top + bottom) / 2
    if (!(x > box.left - 2 && x < box.right + 2 && y > box.bottom - 2 && y < box.top + 2)) return
    const position = glyphs.count
    const [from, edge] = frame.axis === 0 ? [left, right] : spanOf(frame.axis, left, right, bottom, top)
    const cluster = isRtl(code) ? from : this.#clusterEdge(frame, from)
    const to = Math.max(edge, cluster)
    glyphs.codes[position] = code
    glyphs.x0[position] = from
    glyphs.x1[position] = to
    if (from === this.#lastLeft && cluster <= from && !isSpace(code)) this.#widenReplacement(frame, index)
    this.#lastLeft = isSpace(code) ? Number.NaN : from
    glyphs.y[position] = this.#baseline(frame, index, x)
    glyphs.count += 1
    this.#run ??= this.#open(frame, position)
    this.#run.end = glyphs.count
  }

  /**
   * The right edge of a letter of a right-to-left script. PDFium converts letters in their joining forms to their basic form
   * and gives them its width, so an edge that is far from the ink is not the letter's.
   */
  #rightEdge({ size }: Frame, index: number, loose: number): number {
    const { left, right } = this.#cluster ?? this.#tightBox(index)
    return right > left && Math.abs(right - loose) > MAX_BEARING * size ? right : loose
  }

  /** Distance from where PDFium places a given text, which it doesn't transform inside forms, to its glyphs. */
  #shift({ turn, left }: Frame, given: number): number {
    return this.#mark !== 0 && turn === 0 ? left - given : 0
  }

  /** The right edge of the glyphs whose text begins at a position; the position if they are more than a cluster. */
  #clusterEdge({ axis, size }: Frame, from: number): number {
    if (this.#cluster === null) return from
    const { left, right, bottom, top } = this.#cluster
    const edge = spanOf(axis, left, right, bottom, top)[1]
    return edge - from <= MAX_CLUSTER_WIDTH * size ? edge : from
  }

  /**
   * Widens the last characters with one left edge to their box. Letters that a file gives for another glyph (`/ActualText`),
   * such as those of a ligature or of a cluster with vowel signs, all begin with the glyph and have the widths that they would have by themselves.
   */
  #widenReplacement({ axis }: Frame, index: number): void {
    const { x0, x1, count } = this.glyphs
    const { left, right, bottom, top } = this.#tightBox(index)
    const edge = Math.max(x1[count] ?? 0, spanOf(axis, left, right, bottom, top)[1])
    for (let at = count; at >= 0 && x0[at] === x0[count]; at -= 1) x1[at] = edge
  }

  #open({ turn, size, font, ink, slant }: Frame, start: number): GlyphRun {
    const shown = turn < 4 ? quarterTurns[(turn - this.#source.rotation) & 3] : turn
    const run: GlyphRun = { turn: shown ?? turn, size, style: font.style, ink, slant, start, end: start }
    this.runs.push(run)
    return run
  }
}

/**
 * The visible characters of a page in painting order. Leaves out text beyond the page's edges and text that is too small
 * to see, since readers never see it. Invisible text (render mode 3) stays: it is the recognized text of scans.
 *
 * @param page handle of the loaded page
 * @param rotation quarter turns, counter-clockwise, of text that is upright on the page as it is shown
 */
export function readGlyphs(document: OpenDocument, page: number, box: PageBox, rotation: Turn): PageGlyphs {
  const { pdfium, ligatures } = document
  const textPage = pdfium.FPDFText_LoadPage(page)
  const buffer = pdfium.malloc(SCRATCH_BYTES)
  try {
    if (textPage === 0 || buffer === 0) return { glyphs: emptyGlyphs(0), runs: [] }
    const count = Math.max(0, Math.min(pdfium.FPDFText_CountChars(textPage), MAX_GLYPHS_PER_PAGE))
    const reader = new GlyphReader({ pdfium, ligatures, loaded: page, page: textPage, box, rotation, buffer }, count)
    for (let index = 0; index < count; index += 1) reader.add(index)
    return { glyphs: reader.glyphs, runs: reader.runs }
  } finally {
    pdfium.free(buffer)
    pdfium.FPDFText_ClosePage(textPage)
  }
}
