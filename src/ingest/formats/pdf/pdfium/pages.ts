import { isRtl, isSpace } from '../layout/characters.ts'
import { contains, type PageBox } from './box.ts'
import type { OpenDocument } from './document.ts'
import { isWhite, paintOf } from './fonts.ts'
import { type GlyphRun, type Glyphs, type PageGlyphs, quarterTurns, readGlyphs, type Turn, toFrame } from './glyphs.ts'
import type { Pdfium } from './library.ts'
import { readFloats, withFloats, withMemory } from './memory.ts'
import { slantOfPage } from './slant.ts'

/** Object types, fpdf_edit.h. */
const TEXT = 1
const PATH = 2
const IMAGE = 3
const FORM = 5

/** The first objects of a page, up to a maximum. */
function objectsOf(pdfium: Pdfium, page: number, max: number): { object: number; type: number }[] {
  return Array.from({ length: Math.min(pdfium.FPDFPage_CountObjects(page), max) }, (_, index) => {
    const object = pdfium.FPDFPage_GetObject(page, index)
    return { object, type: pdfium.FPDFPageObj_GetType(object) }
  })
}

function boundsOf(document: OpenDocument, object: number): PageBox {
  const [left = 0, bottom = 0, right = 0, top = 0] = readFloats(document, 4, (buffer) =>
    document.pdfium.FPDFPageObj_GetBounds(object, buffer, buffer + 4, buffer + 8, buffer + 12),
  )
  return { left, bottom, right, top }
}

/** A box of the page in the coordinates of a direction. */
function turnBox({ left, bottom, right, top }: PageBox, turn: Turn): PageBox {
  const [x, y] = toFrame(turn, left, bottom)
  const [otherX, otherY] = toFrame(turn, right, top)
  return {
    left: Math.min(x, otherX),
    bottom: Math.min(y, otherY),
    right: Math.max(x, otherX),
    top: Math.max(y, otherY),
  }
}

/** No page of text has more objects, and no line more spaces. */
const MAX_TEXT_OBJECTS = 20_000
const MAX_SPACES_IN_LINE = 200

/**
 * The spaces of lines in which some were painted by themselves: text without a shape, which PDFium skips. Browsers paint
 * most letters of Arabic by themselves, with gaps that don't tell spaces from joints.
 */
function loneSpaces(document: OpenDocument, page: number, glyphs: Glyphs): ReadonlyMap<number, readonly number[]> {
  const spaces = new Map<number, number[]>()
  for (const { object, type } of objectsOf(document.pdfium, page, MAX_TEXT_OBJECTS)) {
    if (type !== TEXT) continue
    const { left, right, bottom } = boundsOf(document, object)
    const line = spaces.getOrInsertComputed(Math.round(bottom), () => [])
    if (right - left < 0.001 && line.length < MAX_SPACES_IN_LINE) line.push(left)
  }
  for (let index = 0; index < glyphs.count; index += 1) {
    const [x0, x1] = [glyphs.x0[index] ?? 0, glyphs.x1[index] ?? 0]
    const line =
      isSpace(glyphs.codes[index] ?? 0) && x0 !== x1 ? spaces.get(Math.round(glyphs.y[index] ?? 0)) : undefined
    if (line !== undefined && line.length > 0 && line.length < MAX_SPACES_IN_LINE) line.push(x0)
  }
  return spaces
}

const MAX_BACKDROPS = 1000

/** Boxes of colored objects and pictures, on which white text is visible. */
function backdrops(document: OpenDocument, page: number): PageBox[] {
  const { pdfium } = document
  const buffer = pdfium.malloc(16)
  const boxes = objectsOf(pdfium, page, MAX_BACKDROPS)
    .filter(({ object, type }) => type !== TEXT && !(type === PATH && isWhite(pdfium, object, buffer)))
    .map(({ object }) => boundsOf(document, object))
  pdfium.free(buffer)
  return boxes
}

/**
 * Leaves out white text on white paper, which readers don't see. Text on pictures, colors and drawn forms stays, since it is
 * visible there.
 */
function withoutWhiteText(document: OpenDocument, page: number, text: PageGlyphs, rotation: Turn): PageGlyphs {
  if (!text.runs.some(({ ink }) => ink.white)) return text
  const boxes = backdrops(document, page).map((box) => turnBox(box, rotation))
  const shows = ({ start, end, size }: GlyphRun): boolean => {
    const x = ((text.glyphs.x0[start] ?? 0) + (text.glyphs.x1[end - 1] ?? 0)) / 2
    const y = (text.glyphs.y[start] ?? 0) + 0.3 * size
    return boxes.some(({ left, bottom, right, top }) => x >= left && x <= right && y >= bottom && y <= top)
  }
  return { ...text, runs: text.runs.filter((run) => !run.ink.white || run.turn !== 0 || shows(run)) }
}

/** More lines are a drawing or a table. */
const MAX_LINES = 300

/** The boxes of visible horizontal lines and bars on a page as it is shown, without those under white boxes. */
function linesOf(document: OpenDocument, page: number, rotation: Turn): PageBox[] {
  const { pdfium } = document
  const paths = objectsOf(pdfium, page, MAX_TEXT_OBJECTS)
    .filter(({ type }) => type === PATH)
    .map(({ object }) => ({ object, box: turnBox(boundsOf(document, object), rotation) }))
  const isLine = ({ left, bottom, right, top }: PageBox): boolean => right - left > 2 * (top - bottom)
  const count = paths.filter(({ box }) => isLine(box)).length
  if (count === 0 || count > MAX_LINES) return []
  return withMemory(pdfium, 16, (buffer) => {
    const lines = new Set<PageBox>()
    for (const { object, box } of paths) {
      const { isVisible, covers } = paintOf(pdfium, object, buffer)
      if (covers) for (const line of lines) if (contains(box, line)) lines.delete(line)
      if (isVisible && isLine(box)) lines.add(box)
    }
    return [...lines]
  })
}

export interface PageContent extends PageGlyphs {
  box: PageBox
  /** Horizontal lines, which may strike out text. */
  lines: PageBox[]
  /** The page is not empty. */
  painted: boolean
  /** A page with little text has other objects. */
  drawn: boolean
  /** Share of a page with little text, 0 to 1, that its largest image covers. */
  pictured: number
}

/** A scan may have a stamp, or the name of the scanner program. */
const MAX_GLYPHS_ON_SCAN = 40
/** Share of a page at each edge, where courts, libraries and archives stamp whole lines on scans. */
const STAMPED_EDGE = 0.08
/** Longer lines there are text of the page. */
const MAX_GLYPHS_OF_STAMP = 120

/** Maximum number of objects that are tested for images. */
const MAX_OBJECTS = 200
const MAX_OBJECTS_IN_FORM = 50

const area = ({ left, right, bottom, top }: PageBox): number => Math.max(0, right - left) * Math.max(0, top - bottom)

function pageBox(document: OpenDocument, page: number): PageBox {
  const [left = 0, top = 0, right = 0, bottom = 0] = readFloats(document, 4, (buffer) =>
    document.pdfium.FPDF_GetPageBoundingBox(page, buffer),
  )
  return { left, top, right, bottom }
}

/** Whether one of the first objects in a form, which a page paints as a whole, is an image. */
function containsImage(pdfium: Pdfium, form: number): boolean {
  const count = Math.min(pdfium.FPDFFormObj_CountObjects(form), MAX_OBJECTS_IN_FORM)
  for (let index = 0; index < count; index += 1) {
    if (pdfium.FPDFPageObj_GetType(pdfium.FPDFFormObj_GetObject(form, index)) === IMAGE) return true
  }
  return false
}

/** Number of characters on a page, without those of a stamp along its edges. */
function countUnstamped({ glyphs, runs }: PageGlyphs, box: PageBox, rotation: Turn): number {
  let inside = 0
  let stamped = 0
  for (const { turn, start, end } of runs) {
    const { bottom, top } = turnBox(box, turn === 4 ? rotation : turn)
    const edge = STAMPED_EDGE * (top - bottom)
    const y = glyphs.y[start] ?? 0
    if (y > bottom + edge && y < top - edge) inside += end - start
    else stamped += end - start
  }
  return stamped > MAX_GLYPHS_OF_STAMP ? inside + stamped : inside
}

/** Reads the objects other than text on a page with little text. */
function readDrawings(document: OpenDocument, page: number, box: PageBox): Pick<PageContent, 'drawn' | 'pictured'> {
  const { pdfium } = document
  const objects = objectsOf(pdfium, page, MAX_OBJECTS)
  const shares = objects
    .filter(({ object, type }) => type === IMAGE || (type === FORM && containsImage(pdfium, object)))
    .map(({ object }) => area(boundsOf(document, object)) / Math.max(1, area(box)))
  return { drawn: objects.some(({ type }) => type !== TEXT), pictured: Math.min(1, Math.max(0, ...shares)) }
}

/** Annotations with visible text: notes on the page, stamps and form fields (fpdf_annot.h). */
const SHOWING_TEXT: ReadonlySet<number> = new Set([3, 13, 20])

const MAX_ANNOTATIONS = 2000

function showsText(pdfium: Pdfium, page: number): boolean {
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
    pdfium.FPDFPage_CloseAnnot(annotation)
    if (SHOWING_TEXT.has(subtype)) return true
  }
  return false
}

/** Loads a page that was changed again, so that its text is read as changed. */
function reload({ pdfium, handle }: OpenDocument, page: number, index: number): number {
  const again = pdfium.FPDF_LoadPage(handle, index)
  if (again === 0) return page
  pdfium.FPDF_ClosePage(page)
  return again
}

/** Flattens form fields and notes into the page, so that their text is read in place. */
function withAnnotations(document: OpenDocument, page: number, index: number): number {
  const { pdfium } = document
  return showsText(pdfium, page) && pdfium.FPDFPage_Flatten(page, 0) === 1 ? reload(document, page, index) : page
}

/** Turns a page by an angle in radians, clockwise around the middle of its box. */
function turnPage(document: OpenDocument, page: number, { left, bottom, right, top }: PageBox, angle: number): void {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const [x, y] = [(left + right) / 2, (bottom + top) / 2]
  const matrix = [cosine, -sine, sine, cosine, x - x * cosine - y * sine, y + x * sine - y * cosine]
  withFloats(document, matrix, (pointer) => document.pdfium.FPDFPage_TransFormWithClip(page, pointer, 0))
}

/** The smallest upright box around a box that is turned by an angle in radians. */
function boxAround({ left, bottom, right, top }: PageBox, angle: number): PageBox {
  const [sine, cosine] = [Math.abs(Math.sin(angle)), Math.cos(angle)]
  const [width, height] = [right - left, top - bottom]
  const wider = (width * cosine + height * sine - width) / 2
  const higher = (width * sine + height * cosine - height) / 2
  return { left: left - wider, bottom: bottom - higher, right: right + wider, top: top + higher }
}

/** Reads a page, counted from 0; null if it can't be read. */
export function readPage(document: OpenDocument, index: number): PageContent | null {
  const { pdfium, handle } = document
  const loaded = pdfium.FPDF_LoadPage(handle, index)
  if (loaded === 0) return null
  let page = withAnnotations(document, loaded, index)
  try {
    const rotation = quarterTurns[pdfium.FPDFPage_GetRotation(page)] ?? 0
    let box = pageBox(document, page)
    let text = readGlyphs(document, page, box, rotation)
    const slant = slantOfPage(text)
    if (slant !== 0) {
      turnPage(document, page, box, slant)
      page = reload(document, page, index)
      box = boxAround(box, slant)
      text = readGlyphs(document, page, box, rotation)
    }
    text = withoutWhiteText(document, page, text, rotation)
    if (text.glyphs.codes.some(isRtl)) text.glyphs.loneSpaces = loneSpaces(document, page, text.glyphs)
    const bare = countUnstamped(text, box, rotation) <= MAX_GLYPHS_ON_SCAN
    return {
      box: turnBox(box, rotation),
      ...text,
      lines: linesOf(document, page, rotation),
      painted: pdfium.FPDFPage_CountObjects(page) > 0,
      ...(bare ? readDrawings(document, page, box) : { drawn: false, pictured: 0 }),
    }
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}
