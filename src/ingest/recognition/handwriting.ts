import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import type { Line } from 'tesseract.js'
import type { PagePicture } from './recognized-page.ts'
import { type GrayPicture, thresholdOf } from './skew.ts'

/** Lines that Tesseract is surer of are legible, whatever they are written with. */
const SURE = 88

/** Share of a line's height that is looked at above and below it. */
const MARGIN = 0.15

/** Heights of letters, as shares of the median: without dots, commas and what crosses the line. */
const LETTER = { least: 0.55, most: 2.6 }
const MIN_HEIGHT = 6

/** Letters farther apart, in median heights, are not neighbors. */
const MAX_GAP = 1.2
const MIN_NEIGHBORS = 3

/**
 * How far the lower edges of neighboring letters are from each other, in median heights and pixels: in print at most
 * .056 and one pixel, in handwriting at least .063 and two. Chosen on `npm run bench -- scan`.
 */
const UNEVEN = { heights: 0.06, pixels: 2 }

/** Scripts whose letters have one lower edge. */
const levelScripts = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Thai}]/gu

interface Box {
  x0: number
  x1: number
  y0: number
  y1: number
}

/** The connected dark areas of a picture that touch neither its upper nor its lower edge. */
function darkAreas(picture: GrayPicture): Box[] {
  const { pixels, width, height } = picture
  const threshold = thresholdOf(picture)
  const isDark = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at += 1) if ((pixels[at] ?? 255) <= threshold) isDark[at] = 1
  const areas: Box[] = []
  const waiting: number[] = []
  for (let first = 0; first < isDark.length; first += 1) {
    if (isDark[first] !== 1) continue
    isDark[first] = 0
    waiting.push(first)
    const box = { x0: width, x1: 0, y0: height, y1: 0 }
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const x = at % width
      const y = (at - x) / width
      box.x0 = Math.min(box.x0, x)
      box.x1 = Math.max(box.x1, x)
      box.y0 = Math.min(box.y0, y)
      box.y1 = Math.max(box.y1, y)
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const beside = row * width + column
          if (isDark[beside] !== 1) continue
          isDark[beside] = 0
          waiting.push(beside)
        }
    }
    if (box.y0 > 0 && box.y1 < height - 1) areas.push(box)
  }
  return areas
}

const heightOf = ({ y0, y1 }: Box): number => y1 - y0 + 1

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Whether letters are beside each other in one line. */
function areNeighbors(one: Box, other: Box, maxGap: number): boolean {
  const shared = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0)
  return other.x0 - one.x1 < maxGap && shared > Math.min(one.y1 - one.y0, other.y1 - other.y0) / 2
}

/**
 * Whether the letters of one line are written by hand: print has them on a line, so that most neighbors end at the same
 * height, whatever the paper and the ink.
 */
export function isUneven(line: GrayPicture): boolean {
  const areas = darkAreas(line).filter((area) => heightOf(area) >= MIN_HEIGHT)
  const height = medianOf(areas.map(heightOf))
  const letters = areas
    .filter((area) => heightOf(area) >= LETTER.least * height && heightOf(area) <= LETTER.most * height)
    .toSorted((one, other) => one.x0 - other.x0)
  const steps = letters.flatMap((letter, at) => {
    const next = letters[at + 1]
    return next !== undefined && areNeighbors(letter, next, MAX_GAP * height) ? [Math.abs(letter.y1 - next.y1)] : []
  })
  const step = medianOf(steps)
  return steps.length >= MIN_NEIGHBORS && step >= UNEVEN.pixels && step >= UNEVEN.heights * height
}

const isLevel = (text: string): boolean =>
  (text.match(levelScripts)?.length ?? 0) > (text.match(/\p{L}/gu)?.length ?? 0) / 2

/**
 * The lines of a page that are written by hand, among those that Tesseract is unsure of; none if most of its lines are
 * printed, since a few short ones of old print are as uneven.
 */
export async function handwrittenLines({ file }: PagePicture, lines: readonly Line[]): Promise<ReadonlySet<Line>> {
  const found = new Set<Line>()
  const doubtful = lines.filter(({ confidence, text }) => confidence < SURE && isLevel(text))
  if (doubtful.length === 0) return found
  const { data, info } = await sharp(file).grayscale().raw().toBuffer({ resolveWithObject: true })
  for (const line of doubtful) {
    const { x0, x1, y0, y1 } = line.bbox
    const margin = Math.ceil((y1 - y0) * MARGIN)
    const [left, top] = [Math.max(0, x0 - margin), Math.max(0, y0 - margin)]
    const [right, bottom] = [Math.min(info.width, x1 + margin), Math.min(info.height, y1 + margin)]
    const [width, height] = [right - left, bottom - top]
    if (width <= 0 || height <= 0) continue
    const pixels = new Uint8Array(width * height)
    for (let row = 0; row < height; row += 1) {
      const from = (top + row) * info.width + left
      pixels.set(data.subarray(from, from + width), row * width)
    }
    if (isUneven({ pixels, width, height })) found.add(line)
    await setImmediate()
  }
  return found.size * 2 < lines.length ? new Set() : found
}
