import sharp from 'sharp'
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

/** Language models shrink larger pictures. */
const MODEL_SIDE = 2048
const JPEG_QUALITY = 85

/**
 * A page as a language model reads it: upright, as JPEG.
 *
 * @param degrees by which the picture of the page is turned, clockwise
 * @throws AppError those of `pictureOf`
 */
export async function jpegOf(page: { bytes: Uint8Array; page: number }, degrees: number): Promise<Uint8Array> {
  const { file } = await pictureOf(page)
  const size = { width: MODEL_SIDE, height: MODEL_SIDE, fit: 'inside', withoutEnlargement: true } as const
  const jpeg = await sharp(file).grayscale().rotate(degrees).resize(size).jpeg({ quality: JPEG_QUALITY }).toBuffer()
  return new Uint8Array(jpeg)
}
