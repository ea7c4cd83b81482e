import sharp from 'sharp'
import { renderPage } from '../../../src/ingest/formats/pdf/pdfium/render-page.ts'
import type { GrayPicture } from '../../../src/ingest/recognition/skew.ts'
import { makePdf, pdfLines, pdfPicture } from '../pdf.ts'

/** Lines about a lighthouse, of two paragraphs. */
export const lampLines = [
  'The lamp of the lighthouse on the point was lit with whale oil until 1861.',
  'Its keeper climbed ninety steps four times a night to trim the wicks.',
  'Paraffin burned brighter, and one visit a night was enough from then on.',
  '',
  'In 1923 the lamp became electric, and the keeper was moved to the harbor.',
  'Today a computer on the mainland turns it on when the daylight fades.',
  'Only the bell is rung by hand, on the first evening of every winter.',
]

/**
 * Path of a photograph in Apple's format (HEIC) of a page with these lines, on its side. Made with heif-enc of libheif,
 * since no package encodes the format.
 */
export const phonePhotograph = new URL('lamp-page.heic', import.meta.url)

interface PageOptions {
  /** Clockwise. */
  degrees?: number
  format?: 'png' | 'jpeg' | 'webp' | 'tiff'
  lines?: readonly string[]
  /** Of the PDF of a scan. */
  passwords?: { user: string; owner: string }
}

/** A picture of a printed page, as a camera or a scanner makes it. */
export async function pagePicture({
  degrees = 0,
  format = 'png',
  lines = lampLines,
}: PageOptions = {}): Promise<Buffer> {
  const { pixels, width, height } = await renderPage(makePdf({ pages: [pdfLines(60, 700, lines, { size: 13 })] }), 1)
  const page = sharp(pixels, { raw: { width, height, channels: 1 } }).rotate(degrees, { background: '#fff' })
  return page.toColourspace('b-w').toFormat(format).toBuffer()
}

/** A scan of a page: a PDF whose only content is a picture of it. @param before pages with text, in front of it */
export async function scannedPdf(options: PageOptions = {}, before: readonly string[] = []): Promise<Buffer> {
  const picture = sharp(await pagePicture(options))
    .toColourspace('b-w')
    .jpeg({ quality: 90 })
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  const image = { jpeg: new Uint8Array(data), width: info.width, height: info.height }
  const { passwords } = options
  return Buffer.from(makePdf({ pages: [...before, pdfPicture], image, ...(passwords && { passwords }) }))
}

/** Moves each column of pixels up or down, as a hand does. */
export function byHand({ pixels, width, height }: GrayPicture): GrayPicture {
  const moved = new Uint8Array(pixels.length).fill(255)
  for (let x = 0; x < width; x += 1) {
    const by = Math.round(4 * Math.sin(x / 23) + 3 * Math.sin(x / 7))
    for (let y = Math.max(0, by); y < Math.min(height, height + by); y += 1)
      moved[y * width + x] = pixels[(y - by) * width + x] ?? 255
  }
  return { pixels: moved, width, height }
}
