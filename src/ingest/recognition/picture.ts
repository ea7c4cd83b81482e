import sharp, { type Sharp } from 'sharp'
import { isHeic } from '../formats/image/signatures.ts'
import { damaged, tooComplex } from '../formats/refusals.ts'
import { decodeHeic } from './heic.ts'
import type { JpegPage } from './join-pages.ts'
import { DOTS_PER_INCH, type PagePicture } from './recognized-page.ts'
import { type GrayPicture, paperOf, skewOf } from './skew.ts'

/** Larger pictures are made smaller: a page of A4 at 300 dots per inch has 8.7 million. */
export const MAX_PIXELS = 12_000_000

/** A picture of more pixels takes too much memory to decode: 100 megapixels are 400 MB. */
const MAX_DECODED_PIXELS = 100_000_000

/** Longest side of the copy in which the angle of the lines is measured. */
const SKEW_SIDE = 1000

const WHITE = '#fff'
const BLACK = '#000'

sharp.cache(false)
// The thread that reads sources is one of several already.
sharp.concurrency(1)

const fromPixels = ({ pixels, width, height }: GrayPicture) =>
  sharp(pixels, { raw: { width, height, channels: 1 } }).grayscale()

/**
 * Turns a picture so that its lines of text are horizontal, or vertical on a page that lies on its side, and makes its paper
 * white.
 */
export async function straighten(picture: GrayPicture): Promise<PagePicture> {
  const small = await fromPixels(picture)
    .resize({ width: SKEW_SIDE, height: SKEW_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const skew = skewOf({ pixels: small.data, width: small.info.width, height: small.info.height })
  const upright = skew === 0 ? fromPixels(picture) : fromPixels(picture).rotate(-skew, { background: WHITE })
  const { data, info } = await upright
    .linear(255 / paperOf(picture), 0)
    .png({ compressionLevel: 1 })
    .withDensity(DOTS_PER_INCH)
    .toBuffer({ resolveWithObject: true })
  return { file: new Uint8Array(data), width: info.width, height: info.height }
}

/**
 * Number of pages of a picture file: TIFF files of scanners and fax machines have several.
 *
 * @throws AppError source_damaged
 */
export async function countPages(bytes: Uint8Array): Promise<number> {
  if (isHeic(bytes)) return 1
  const facts = await sharp(bytes, { limitInputPixels: MAX_DECODED_PIXELS }).metadata().catch(failed)
  return facts.format === 'tiff' ? (facts.pages ?? 1) : 1
}

function failed(error: unknown): never {
  if (error instanceof Error && error.message.includes('pixel limit')) throw tooComplex('picture', error)
  throw damaged('picture', error)
}

/** A page of a picture file, turned as its camera noted. */
async function openPicture(bytes: Uint8Array, page: number): Promise<Sharp> {
  if (!isHeic(bytes)) return sharp(bytes, { limitInputPixels: MAX_DECODED_PIXELS, page: page - 1 }).autoOrient()
  const { data, raw } = await decodeHeic(bytes, MAX_DECODED_PIXELS)
  return sharp(data, { raw })
}

/** Shades above which what is drawn on a transparent picture is light. */
const LIGHT = 160

/** Whether a picture is light ink on a transparent ground, which a white one would hide. */
async function isLightOnClear(image: Sharp): Promise<boolean> {
  const { hasAlpha } = await image.metadata()
  if (!hasAlpha) return false
  const size = { width: SKEW_SIDE, height: SKEW_SIDE, fit: 'inside', withoutEnlargement: true } as const
  const { data } = await image.clone().resize(size).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  let [ink, shades] = [0, 0]
  for (let at = 0; at + 1 < data.length; at += 2) {
    const opacity = data[at + 1] ?? 0
    ink += opacity
    shades += opacity * (data[at] ?? 0)
  }
  // Little of a page is ink.
  return ink > 0 && ink < (data.length / 4) * 255 && shades / ink > LIGHT
}

/**
 * Decodes a page of a picture file in shades of gray, turned as its camera noted.
 *
 * @param page counted from 1
 * @throws AppError source_damaged, source_too_complex (more than 100 megapixels)
 */
export async function decodePicture(bytes: Uint8Array, page = 1): Promise<GrayPicture> {
  try {
    const image = await openPicture(bytes, page)
    const { autoOrient } = await image.metadata()
    const isNegative = await isLightOnClear(image)
    const shrink = Math.min(1, Math.sqrt(MAX_PIXELS / (autoOrient.width * autoOrient.height)))
    const { data, info } = await image
      .resize(Math.max(1, Math.floor(autoOrient.width * shrink)))
      .flatten({ background: isNegative ? BLACK : WHITE })
      .negate(isNegative)
      .grayscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { pixels: new Uint8Array(data), width: info.width, height: info.height }
  } catch (error) {
    return failed(error)
  }
}

/** Text stays as legible as in the picture; a page of 12 megapixels has about 4 MB. */
const JPEG_QUALITY = 90

/**
 * A picture as a page of `joinPages`: upright as its camera noted, of at most 12 megapixels.
 *
 * @throws AppError source_damaged, source_too_complex
 */
export async function toJpegPage(bytes: Uint8Array): Promise<JpegPage> {
  const { pixels, width, height } = await decodePicture(bytes)
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
  return { jpeg: new Uint8Array(await picture.jpeg({ quality: JPEG_QUALITY }).toBuffer()), width, height }
}
