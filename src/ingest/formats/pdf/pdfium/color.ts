import type { Pdfium } from './library.ts'

/** Colors from here on can't be told from white paper. */
const WHITE = 250

/** Whether an object is painted in white, by its fill. `buffer` has room for four numbers. */
export function isWhite(pdfium: Pdfium, object: number, buffer: number): boolean {
  if (pdfium.FPDFPageObj_GetFillColor(object, buffer, buffer + 4, buffer + 8, buffer + 12) === 0) return false
  // Numbers of four bytes, of which the first holds all that a color has.
  const bytes = pdfium.bytes()
  const [red = 0, green = 0, blue = 0] = [bytes[buffer], bytes[buffer + 4], bytes[buffer + 8]]
  return red >= WHITE && green >= WHITE && blue >= WHITE
}
