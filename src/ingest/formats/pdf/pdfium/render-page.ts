import { MAX_PIXELS } from '../../../recognition/picture.ts'
import { DOTS_PER_INCH } from '../../../recognition/recognized-page.ts'
import type { GrayPicture } from '../../../recognition/skew.ts'
import { damaged } from '../../refusals.ts'
import { withDocument } from './document.ts'
import { PdfiumAborted } from './library.ts'

/** Format and flags of fpdfview.h: one byte a pixel; with annotations, in shades of gray. */
const FPDF_BITMAP_GRAY = 1
const FPDF_ANNOT_GRAYSCALE = 0x01 | 0x08
const WHITE = 0xff_ff_ff_ff

const POINTS_PER_INCH = 72

/**
 * Renders a page, counted from 1, in shades of gray: with 300 dots per inch, or fewer if the page is large.
 *
 * @throws AppError source_damaged, and those of `withDocument`
 */
export async function renderPage(bytes: Uint8Array, number: number): Promise<GrayPicture> {
  return withDocument(bytes, ({ pdfium, handle }) => {
    const page = pdfium.FPDF_LoadPage(handle, number - 1)
    if (page === 0) throw damaged('PDF')
    const [wide, high] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
    const scale = Math.min(DOTS_PER_INCH / POINTS_PER_INCH, Math.sqrt(MAX_PIXELS / Math.max(1, wide * high)))
    const [width, height] = [Math.max(1, Math.floor(wide * scale)), Math.max(1, Math.floor(high * scale))]
    const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, FPDF_BITMAP_GRAY, 0, 0)
    if (bitmap === 0) throw new PdfiumAborted('The page does not fit into memory.')
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FPDF_ANNOT_GRAYSCALE)
    const [start, stride] = [pdfium.FPDFBitmap_GetBuffer(bitmap), pdfium.FPDFBitmap_GetStride(bitmap)]
    const memory = pdfium.bytes()
    const pixels = new Uint8Array(width * height)
    for (let row = 0; row < height; row += 1) {
      const from = start + row * stride
      pixels.set(memory.subarray(from, from + width), row * width)
    }
    pdfium.FPDFBitmap_Destroy(bitmap)
    pdfium.FPDF_ClosePage(page)
    return { pixels, width, height }
  })
}
