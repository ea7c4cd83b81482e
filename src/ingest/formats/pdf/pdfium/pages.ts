import type { OpenDocument } from './document.ts'
import { isWhite } from './fonts.ts'
import { type GlyphRun, type PageBox, type PageGlyphs, readGlyphs } from './glyphs.ts'
import type { Pdfium } from './library.ts'
import { readFloats } from './memory.ts'

/** Object types, fpdf_edit.h. */
const TEXT = 1
const PATH = 2

const MAX_BACKDROPS = 1000

/** Boxes of what is painted on a page in colors or pictures, on which white text shows. */
function backdrops(document: OpenDocument, page: number): PageBox[] {
  const { pdfium } = document
  const boxes: PageBox[] = []
  const buffer = pdfium.malloc(16)
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), MAX_BACKDROPS)
  for (let index = 0; index < count; index += 1) {
    const object = pdfium.FPDFPage_GetObject(page, index)
    const type = pdfium.FPDFPageObj_GetType(object)
    if (type === TEXT || (type === PATH && isWhite(pdfium, object, buffer))) continue
    const [left = 0, bottom = 0, right = 0, top = 0] = readFloats(document, 4, (at) =>
      pdfium.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12),
    )
    boxes.push({ left, bottom, right, top })
  }
  pdfium.free(buffer)
  return boxes
}

/**
 * Leaves out white text on white paper, which a person does not see and a program would read. Text on pictures, colors
 * and drawn forms stays, for white letters show there.
 */
function withoutWhiteText(document: OpenDocument, page: number, text: PageGlyphs): PageGlyphs {
  if (!text.runs.some(({ white }) => white)) return text
  const boxes = backdrops(document, page)
  const shows = ({ start, end, size }: GlyphRun): boolean => {
    const x = ((text.glyphs.x0[start] ?? 0) + (text.glyphs.x1[end - 1] ?? 0)) / 2
    const y = (text.glyphs.y[start] ?? 0) + 0.3 * size
    return boxes.some(({ left, bottom, right, top }) => x >= left && x <= right && y >= bottom && y <= top)
  }
  return { ...text, runs: text.runs.filter((run) => !run.white || run.turn !== 0 || shows(run)) }
}

/** Object types, fpdf_edit.h. */
const PAGE_OBJECT_TEXT = 1
const PAGE_OBJECT_IMAGE = 3
const PAGE_OBJECT_FORM = 5

export interface PageContent extends PageGlyphs {
  box: PageBox
  /** Whether anything is painted on the page. */
  painted: boolean
  /** Whether anything but text is painted on a page with little text. */
  drawn: boolean
  /** Of a page with little text: the share of it, 0 to 1, that its largest image covers. */
  pictured: number
}

/** A scan may bear a stamp, or the name of the program that made it. */
const MAX_GLYPHS_ON_SCAN = 40

/** Objects looked at to tell a scan from an empty page. */
const MAX_OBJECTS_LOOKED_AT = 200
const MAX_OBJECTS_IN_FORM = 50

const area = ({ left, right, bottom, top }: PageBox): number => Math.max(0, right - left) * Math.max(0, top - bottom)

function pageBox(document: OpenDocument, page: number): PageBox {
  const [left = 0, top = 0, right = 0, bottom = 0] = readFloats(document, 4, (buffer) =>
    document.pdfium.FPDF_GetPageBoundingBox(page, buffer),
  )
  return { left, top, right, bottom }
}

/** Whether one of the first objects in a form, which a page paints as a whole, is an image. */
function holdsImage(pdfium: Pdfium, form: number): boolean {
  const count = Math.min(pdfium.FPDFFormObj_CountObjects(form), MAX_OBJECTS_IN_FORM)
  for (let index = 0; index < count; index += 1) {
    if (pdfium.FPDFPageObj_GetType(pdfium.FPDFFormObj_GetObject(form, index)) === PAGE_OBJECT_IMAGE) return true
  }
  return false
}

/** The images on a page, and the forms that hold some. */
function imagesOf(pdfium: Pdfium, page: number, objects: number): number[] {
  const images: number[] = []
  for (let index = 0; index < Math.min(objects, MAX_OBJECTS_LOOKED_AT); index += 1) {
    const object = pdfium.FPDFPage_GetObject(page, index)
    const type = pdfium.FPDFPageObj_GetType(object)
    if (type === PAGE_OBJECT_IMAGE || (type === PAGE_OBJECT_FORM && holdsImage(pdfium, object))) images.push(object)
  }
  return images
}

function hasDrawings({ pdfium }: OpenDocument, page: number, objects: number): boolean {
  for (let index = 0; index < Math.min(objects, MAX_OBJECTS_LOOKED_AT); index += 1) {
    if (pdfium.FPDFPageObj_GetType(pdfium.FPDFPage_GetObject(page, index)) !== PAGE_OBJECT_TEXT) return true
  }
  return false
}

function largestImage(document: OpenDocument, page: number, box: PageBox, objects: number): number {
  const { pdfium } = document
  const shares = imagesOf(pdfium, page, objects).map((object) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = readFloats(document, 4, (buffer) =>
      pdfium.FPDFPageObj_GetBounds(object, buffer, buffer + 4, buffer + 8, buffer + 12),
    )
    return area({ left, bottom, right, top }) / Math.max(1, area(box))
  })
  return Math.min(1, Math.max(0, ...shares))
}

/** Notes written onto the page, stamps and form fields: annotations that show text of their own (fpdf_annot.h). */
const SHOWING_TEXT: ReadonlySet<number> = new Set([3, 13, 20])

const MAX_ANNOTATIONS_LOOKED_AT = 2000

function showsText(pdfium: Pdfium, page: number): boolean {
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS_LOOKED_AT)
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
    pdfium.FPDFPage_CloseAnnot(annotation)
    if (SHOWING_TEXT.has(subtype)) return true
  }
  return false
}

/** Paints filled-in form fields and written notes into the page, so that they are read where they stand. */
function withAnnotations({ pdfium, handle }: OpenDocument, page: number, index: number): number {
  if (!showsText(pdfium, page) || pdfium.FPDFPage_Flatten(page, 0) !== 1) return page
  const again = pdfium.FPDF_LoadPage(handle, index)
  if (again === 0) return page
  pdfium.FPDF_ClosePage(page)
  return again
}

/** Reads a page, counted from 0; null where the page can't be read. */
export function readPage(document: OpenDocument, index: number): PageContent | null {
  const { pdfium, handle } = document
  const loaded = pdfium.FPDF_LoadPage(handle, index)
  if (loaded === 0) return null
  const page = withAnnotations(document, loaded, index)
  try {
    const box = pageBox(document, page)
    const text = withoutWhiteText(document, page, readGlyphs(document, page, box))
    const objects = pdfium.FPDFPage_CountObjects(page)
    const bare = text.glyphs.count <= MAX_GLYPHS_ON_SCAN
    return {
      box,
      ...text,
      painted: objects > 0,
      drawn: bare && hasDrawings(document, page, objects),
      pictured: bare ? largestImage(document, page, box, objects) : 0,
    }
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}
