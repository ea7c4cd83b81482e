import type { OpenDocument } from './document.ts'
import { type Font, fontOf, isWhite } from './fonts.ts'
import { rareKanjiOf } from './rare-kanji.ts'

/**
 * Direction of a text: the four quarter turns, counter-clockwise from horizontal; any other rotation (4); vertical in
 * columns from right to left, as in Japanese and Chinese (5).
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
  white: boolean
  start: number
  end: number
}

export interface PageGlyphs {
  glyphs: Glyphs
  runs: GlyphRun[]
}

/** A page's own box, in the coordinates of the text on it. */
export interface PageBox {
  left: number
  bottom: number
  right: number
  top: number
}

/** More characters than any real page has. */
const MAX_GLYPHS_PER_PAGE = 100_000

/** Smaller text is illegible on paper and screen. */
const MIN_SIZE = 1
const MAX_SIZE = 5000

const SCRATCH_BYTES = 512

/** A page that is read, with memory of PDFium for results. */
interface Source extends Pick<OpenDocument, 'pdfium' | 'ligatures'> {
  /** Handle of its text. */
  page: number
  box: PageBox
  buffer: number
}

interface Frame {
  turn: Turn
  size: number
  y: number
  font: Font
  white: boolean
  /** The baseline differs for each character. */
  slanted: boolean
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

/** A point of the page in the coordinates of a direction. */
function toFrame(turn: Turn, x: number, y: number): [number, number] {
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
  private readonly source: Source
  private readonly fonts = new Map<number, Font>()
  private floats: Float32Array
  private run: GlyphRun | null = null
  private frame: Frame | null = null
  private object = -1

  constructor(source: Source, count: number) {
    this.source = source
    this.glyphs = emptyGlyphs(count)
    this.floats = new Float32Array(source.pdfium.bytes().buffer)
  }

  /** A view of the memory, replaced when the memory has grown, which empties the old view. */
  private written(): Float32Array {
    if (this.floats.length === 0) this.floats = new Float32Array(this.source.pdfium.bytes().buffer)
    return this.floats
  }

  private fontOf(object: number, index: number): Font {
    const { pdfium, page, buffer } = this.source
    return this.fonts.getOrInsertComputed(pdfium.FPDFTextObj_GetFont(object), () => fontOf(pdfium, page, index, buffer))
  }

  /** Position and size of an object's text; null if it is illegible. */
  private frameOf(object: number, index: number): Frame | null {
    const { pdfium, page, buffer } = this.source
    const font = this.fontOf(object, index)
    if (pdfium.FPDFText_GetMatrix(page, index, buffer) === 0) return null
    const floats = this.written()
    const at = buffer >> 2
    const [a = 0, b = 0, c = 0] = [floats[at], floats[at + 1], floats[at + 2]]
    const [d = 0, e = 0, f = 0] = [floats[at + 3], floats[at + 4], floats[at + 5]]
    let turn = turnOf(a, b)
    let size = pdfium.FPDFText_GetFontSize(page, index) * Math.hypot(c, d)
    if (!(size >= 4)) {
      // Fonts of drawn glyphs (Type 3) may have any unit, so a small size is checked against the ink.
      pdfium.FPDFText_GetCharBox(page, index, buffer, buffer + 8, buffer + 16, buffer + 24)
      const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(
        pdfium.bytes().slice(buffer, buffer + 32).buffer,
      )
      size = Math.max(size, 1.2 * (turn === 1 || turn === 3 ? right - left : top - bottom))
    }
    if (!(size >= MIN_SIZE) || size > MAX_SIZE) return null
    // In vertical text, the origin of a letter is below the start of the text.
    if (turn === 0 && f - (this.originOf(index)?.y ?? f) > 0.3 * size) turn = 5
    const slanted = turn === 4 || Math.abs(turn === 0 || turn === 2 ? b : a) > 1e-4 * size
    return { turn, size, y: toFrame(turn, e, f)[1], font, white: isWhite(pdfium, object, buffer), slanted }
  }

  private originOf(index: number): { x: number; y: number } | null {
    const { pdfium, page, buffer } = this.source
    if (pdfium.FPDFText_GetCharOrigin(page, index, buffer, buffer + 8) === 0) return null
    const view = new DataView(pdfium.bytes().buffer)
    return { x: view.getFloat64(buffer, true), y: view.getFloat64(buffer + 8, true) }
  }

  /** The baseline of a character: the middle of a column of vertical text, individual in slanted text. */
  private baseline({ turn, y, slanted }: Frame, index: number, middle: number): number {
    if (turn === 5) return middle
    const origin = slanted ? this.originOf(index) : null
    return origin === null ? y : toFrame(turn, origin.x, origin.y)[1]
  }

  private codeOf({ font }: Frame, index: number): number {
    const { pdfium, page, ligatures } = this.source
    const code = pdfium.FPDFText_GetUnicode(page, index)
    if (pdfium.FPDFText_HasUnicodeMapError(page, index) === 1) return ligatures.codeOf(font.name, code)
    return rareKanjiOf(code)
  }

  add(index: number): void {
    const { glyphs } = this
    const { pdfium, page, buffer, box } = this.source
    const object = pdfium.FPDFText_GetTextObject(page, index)
    // Characters that PDFium adds (spaces, line ends) belong to no object.
    if (object === 0) return
    if (object !== this.object) {
      this.object = object
      this.frame = this.frameOf(object, index)
      this.run = null
    }
    const { frame } = this
    if (frame === null || pdfium.FPDFText_GetLooseCharBox(page, index, buffer) === 0) return
    const floats = this.written()
    const at = buffer >> 2
    const [left = 0, top = 0, right = 0, bottom = 0] = [floats[at], floats[at + 1], floats[at + 2], floats[at + 3]]
    const x = (left + right) / 2
    const y = (top + bottom) / 2
    if (!(x > box.left - 2 && x < box.right + 2 && y > box.bottom - 2 && y < box.top + 2)) return
    const position = glyphs.count
    const [from, to] = frame.turn === 0 ? [left, right] : spanOf(frame.turn, left, right, bottom, top)
    glyphs.codes[position] = this.codeOf(frame, index)
    glyphs.x0[position] = from
    glyphs.x1[position] = to
    glyphs.y[position] = this.baseline(frame, index, x)
    glyphs.count += 1
    this.run ??= this.open(frame, position)
    this.run.end = glyphs.count
  }

  private open({ turn, size, font, white }: Frame, start: number): GlyphRun {
    const run: GlyphRun = { turn, size, style: font.style, white, start, end: start }
    this.runs.push(run)
    return run
  }
}

/**
 * The visible characters of a page in painting order. Leaves out text beyond the page's edges and text that is too small
 * to see, since readers never see it. Invisible text (render mode 3) stays: it is the recognized text of scans.
 *
 * @param page handle of the loaded page
 */
export function readGlyphs(document: OpenDocument, page: number, box: PageBox): PageGlyphs {
  const { pdfium, ligatures } = document
  const textPage = pdfium.FPDFText_LoadPage(page)
  const buffer = pdfium.malloc(SCRATCH_BYTES)
  try {
    if (textPage === 0 || buffer === 0) return { glyphs: emptyGlyphs(0), runs: [] }
    const count = Math.max(0, Math.min(pdfium.FPDFText_CountChars(textPage), MAX_GLYPHS_PER_PAGE))
    const reader = new GlyphReader({ pdfium, ligatures, page: textPage, box, buffer }, count)
    for (let index = 0; index < count; index += 1) reader.add(index)
    return { glyphs: reader.glyphs, runs: reader.runs }
  } finally {
    pdfium.free(buffer)
    pdfium.FPDFText_ClosePage(textPage)
  }
}
