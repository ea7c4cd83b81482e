import { DOTS_PER_INCH, type RecognizedPage } from '../../../recognition/recognized-page.ts'
import type { Fragment } from './fragments.ts'
import type { ReadPage } from './lines.ts'

const POINTS_PER_INCH = 72

/** Heights within this share of the page's usual one are measured imprecisely, not set differently. */
const SAME_SIZE = 0.45

/** The lines of a recognized page, as if a PDF had painted each in one piece. */
export function asReadPage({ number, width, height, lines }: RecognizedPage): ReadPage {
  const scale = POINTS_PER_INCH / DOTS_PER_INCH
  const sizes = lines.map((line) => line.height).toSorted((one, other) => one - other)
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0
  const fragments = lines.map((line): Fragment => {
    const size = Math.abs(line.height - usual) <= SAME_SIZE * usual ? usual : line.height
    return {
      turn: 0,
      text: line.text,
      x0: line.x0 * scale,
      x1: line.x1 * scale,
      y: (height - line.baseline) * scale,
      size: size * scale,
      style: 0,
      pale: false,
      spaced: false,
      // Tesseract returns the letters of right-to-left scripts in reading order.
      rtl: false,
      lettered: true,
      start: 0,
      end: 0,
    }
  })
  return {
    number,
    box: { left: 0, bottom: 0, right: width * scale, top: height * scale },
    fragments,
    glyphs: null,
  }
}
