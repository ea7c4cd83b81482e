import { renderPage } from '../formats/pdf/pdfium/render-page.ts'
import { formatParsers } from '../formats/registry.ts'
import { decodePicture, straighten } from './picture.ts'
import type { PagePicture } from './recognized-page.ts'

/**
 * A page of a PDF, or a picture file, as a picture whose lines are upright but for quarter turns.
 *
 * @param page counted from 1
 * @throws AppError source_damaged, source_too_complex
 */
export async function pictureOf({ bytes, page }: { bytes: Uint8Array; page: number }): Promise<PagePicture> {
  return straighten(
    formatParsers.pdf.matches?.(bytes) === true ? await renderPage(bytes, page) : await decodePicture(bytes, page),
  )
}
