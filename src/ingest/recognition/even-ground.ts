import sharp from 'sharp'
import { DOTS_PER_INCH, type PagePicture } from './recognized-page.ts'
import { thresholdOf } from './skew.ts'

/** Width of the median filter that finds the ground, and the step between the pixels that it samples. */
const MEDIAN = 13
const EVERY = 4

/** Share of the ground on each side of the threshold of ink from which it has several shades. */
const MIN_SHARE = 0.05

/** Shade of an even ground, with room for darker and for lighter ink. */
const MIDDLE = 128

/**
 * A picture whose ground has one shade: without the shadow that a hand or a book casts, and without the colored boxes of
 * chats, which one threshold for the whole picture takes for ink.
 *
 * @returns null if the ground of the picture is on one side of that threshold, so that nothing would be gained
 */
export async function withEvenGround({ file, width, height }: PagePicture): Promise<PagePicture | null> {
  const [columns, rows] = [Math.ceil(width / EVERY), Math.ceil(height / EVERY)]
  if (Math.min(columns, rows) < MEDIAN) return null
  const pixels = new Uint8Array(await sharp(file).grayscale().raw().toBuffer())
  const threshold = thresholdOf({ pixels, width, height })
  const sampled = new Uint8Array(columns * rows)
  for (let at = 0; at < sampled.length; at += 1)
    sampled[at] = pixels[Math.floor(at / columns) * EVERY * width + (at % columns) * EVERY] ?? 0
  const ground = await sharp(sampled, { raw: { width: columns, height: rows, channels: 1 } })
    .median(MEDIAN)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const dark = ground.reduce((count, shade) => count + (shade <= threshold ? 1 : 0), 0) / ground.length
  if (Math.min(dark, 1 - dark) < MIN_SHARE) return null
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / EVERY) * columns
    for (let x = 0; x < width; x += 1) {
      const shade = ((pixels[y * width + x] ?? 0) + 1) / ((ground[row + Math.floor(x / EVERY)] ?? 0) + 1)
      pixels[y * width + x] = Math.min(255, MIDDLE * shade)
    }
  }
  const png = sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
  return { file: new Uint8Array(await png.withDensity(DOTS_PER_INCH).toBuffer()), width, height }
}
