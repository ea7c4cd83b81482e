import sharp from 'sharp'
import { damaged, tooComplex } from '../formats/refusals.ts'
import { DOTS_PER_INCH, type PagePicture } from './recognized-page.ts'
import { type GrayPicture, skewOf } from './skew.ts'

/** Larger pictures are made smaller: a page of A4 at 300 dots per inch has 8.7 million. */
export const MAX_PIXELS = 12_000_000

/** A picture of more pixels takes too much memory to decode: 100 megapixels are 400 MB. */
const MAX_DECODED_PIXELS = 100_000_000

/** Longest side of the copy in which the angle of the lines is measured. */
const SKEW_SIDE = 1000

const WHITE = '#fff'

sharp.cache(false)
// The thread that reads sources is one of several already.
sharp.concurrency(1)

const fromPixels = ({ pixels, width, height }: GrayPicture) =>
  sharp(pixels, { raw: { width, height, channels: 1 } }).grayscale()

/** Turns a picture so that its lines of text are horizontal, or vertical on a page that lies on its side. */
export async function straighten(picture: GrayPicture): Promise<PagePicture> {
  const small = await fromPixels(picture)
    .resize({ width: SKEW_SIDE, height: SKEW_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const skew = skewOf({ pixels: small.data, width: small.info.width, height: small.info.height })
  const upright = skew === 0 ? fromPixels(picture) : fromPixels(picture).rotate(-skew, { background: WHITE })
  const { data, info } = await upright
    .png({ compressionLevel: 1 })
    .withDensity(DOTS_PER_INCH)
    .toBuffer({ resolveWithObject: true })
  return { file: new Uint8Array(data), width: info.width, height: info.height }
}

/**
 * Decodes a picture file in shades of gray, turned as its camera noted.
 *
 * @throws AppError source_damaged, source_too_complex (more than 100 megapixels)
 */
export async function decodePicture(bytes: Uint8Array): Promise<GrayPicture> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_DECODED_PIXELS }).autoOrient()
    const { autoOrient } = await image.metadata()
    const shrink = Math.min(1, Math.sqrt(MAX_PIXELS / (autoOrient.width * autoOrient.height)))
    const { data, info } = await image
      .resize(Math.max(1, Math.floor(autoOrient.width * shrink)))
      .flatten({ background: WHITE })
      .grayscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { pixels: new Uint8Array(data), width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof Error && error.message.includes('pixel limit')) throw tooComplex('picture', error)
    throw damaged('picture')
  }
}
