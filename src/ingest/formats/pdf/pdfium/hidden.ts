import { isWhite } from './color.ts'
import type { OpenDocument } from './document.ts'
import type { GlyphRun, PageBox, PageGlyphs } from './glyphs.ts'
import { readFloats } from './numbers.ts'

/** Object types, fpdf_edit.h. */
const TEXT = 1
const PATH = 2

const MAX_OBJECTS_LOOKED_AT = 1000

/** Boxes of what is painted on a page in colors or pictures, on which white text shows. */
function backdrops(document: OpenDocument, page: number): PageBox[] {
  const { pdfium } = document
  const boxes: PageBox[] = []
  const buffer = pdfium.malloc(16)
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), MAX_OBJECTS_LOOKED_AT)
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
export function withoutWhiteText(document: OpenDocument, page: number, text: PageGlyphs): PageGlyphs {
  if (!text.runs.some(({ white }) => white)) return text
  const boxes = backdrops(document, page)
  const shows = ({ start, end, size }: GlyphRun): boolean => {
    const x = ((text.glyphs.x0[start] ?? 0) + (text.glyphs.x1[end - 1] ?? 0)) / 2
    const y = (text.glyphs.y[start] ?? 0) + 0.3 * size
    return boxes.some(({ left, bottom, right, top }) => x >= left && x <= right && y >= bottom && y <= top)
  }
  return { ...text, runs: text.runs.filter((run) => !run.white || run.turn !== 0 || shows(run)) }
}
