/** A picture in shades of gray: one byte a pixel, 0 is black, line by line from the top. */
export interface GrayPicture {
  pixels: Uint8Array
  width: number
  height: number
}

/** Pages are photographed at up to about this angle; more is a turned page. */
const MAX_DEGREES = 25
const COARSE_STEP = 1
const FINE_STEP = 0.1

/** Dark pixels that are looked at, spread over the picture. */
const MAX_PIXELS = 40_000
const MIN_PIXELS = 200

/** How much sharper the lines must be than without turning. */
const MIN_GAIN = 1.15

function countShades({ pixels }: GrayPicture): Float64Array {
  const counts = new Float64Array(256)
  for (const shade of pixels) counts[shade] = (counts[shade] ?? 0) + 1
  return counts
}

/** The shade between ink and paper that separates them best (Otsu 1979, https://doi.org/10.1109/TSMC.1979.4310076). */
export function thresholdOf(picture: GrayPicture): number {
  const { pixels } = picture
  const counts = countShades(picture)
  let total = 0
  for (let shade = 0; shade < 256; shade += 1) total += shade * (counts[shade] ?? 0)
  let [dark, darkSum, best, threshold] = [0, 0, 0, 127]
  for (let shade = 0; shade < 256; shade += 1) {
    dark += counts[shade] ?? 0
    darkSum += shade * (counts[shade] ?? 0)
    const light = pixels.length - dark
    if (dark === 0 || light === 0) continue
    const apart = darkSum / dark - (total - darkSum) / light
    const between = dark * light * apart * apart
    if (between > best) [best, threshold] = [between, shade]
  }
  return threshold
}

/** The shade of the paper, which most of a page is; white if most of the picture is dark. */
export function paperOf(picture: GrayPicture): number {
  const half = picture.pixels.length / 2
  let [seen, shade] = [0, -1]
  for (const count of countShades(picture)) {
    if (seen > half) break
    seen += count
    shade += 1
  }
  return shade > thresholdOf(picture) ? shade : 255
}

/** Coordinates of dark pixels above light ones: the lower edges of strokes, without filled areas. */
function edgesOf(picture: GrayPicture): { x: Float32Array; y: Float32Array; count: number } {
  const { pixels, width, height } = picture
  const threshold = thresholdOf(picture)
  const isEdge = (at: number): boolean => (pixels[at] ?? 255) <= threshold && (pixels[at + width] ?? 255) > threshold
  let found = 0
  for (let at = 0; at < width * (height - 1); at += 1) if (isEdge(at)) found += 1
  const every = Math.max(1, Math.ceil(found / MAX_PIXELS))
  const [x, y] = [new Float32Array(MAX_PIXELS), new Float32Array(MAX_PIXELS)]
  let [seen, count] = [0, 0]
  for (let at = 0; at < width * (height - 1); at += 1) {
    if (!isEdge(at)) continue
    seen += 1
    if (seen % every !== 0 || count === MAX_PIXELS) continue
    x[count] = at % width
    y[count] = Math.floor(at / width)
    count += 1
  }
  return { x, y, count }
}

/**
 * How far a picture's lines of text are from horizontal, in degrees, clockwise: where it is turned back by this angle,
 * the dark edges fall into the fewest rows. 0 if no angle is clearly better, as in pictures without text (Postl 1986,
 * "Detection of linear oblique structures and skew scan in digitized documents").
 */
export function skewOf(picture: GrayPicture): number {
  const { x, y, count } = edgesOf(picture)
  if (count < MIN_PIXELS) return 0
  const offset = picture.width
  const rows = new Float64Array(picture.height + 2 * picture.width)
  const sharpness = (degrees: number): number => {
    rows.fill(0)
    const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
    for (let index = 0; index < count; index += 1) {
      const row = Math.round((y[index] ?? 0) * cosine - (x[index] ?? 0) * sine + offset)
      rows[row] = (rows[row] ?? 0) + 1
    }
    return rows.reduce((sum, number) => sum + number * number, 0)
  }
  const bestOf = (angles: readonly number[]): number =>
    angles.map((angle) => [sharpness(angle), angle] as const).reduce((a, b) => (b[0] > a[0] ? b : a))[1]
  const around = (middle: number, reach: number, step: number): number[] =>
    Array.from({ length: Math.round((2 * reach) / step) + 1 }, (_, index) => middle - reach + index * step)
  const coarse = bestOf(around(0, MAX_DEGREES, COARSE_STEP))
  const best = bestOf(around(coarse, COARSE_STEP, FINE_STEP))
  return sharpness(best) > MIN_GAIN * sharpness(0) ? best : 0
}
