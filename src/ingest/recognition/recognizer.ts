import pLimit from 'p-limit'
import sharp from 'sharp'
import type { Line } from 'tesseract.js'
import { canceled } from '../canceled.ts'
import { withEvenGround } from './even-ground.ts'
import { handwrittenLines } from './handwriting.ts'
import { codeOfScript, ENGLISH, isLatin, type LanguageData, nameOfCode } from './language-data.ts'
import { DOTS_PER_INCH, type PagePicture, type RecognizedPage, SURE } from './recognized-page.ts'
import { type Slot, TesseractWorkers } from './tesseract-workers.ts'

/** Tesseract's estimate that a page, or a line, is legible: below, drawings and scribbles become words. */
const MIN_PAGE_CONFIDENCE = 45
const MIN_LINE_CONFIDENCE = 45

/** Minimum confidence of Tesseract in text of another script. Noise has less. */
const MIN_TEXT_CONFIDENCE = 20

/** Below, the orientation is a guess. */
const MIN_ORIENTATION_CONFIDENCE = 1
/** A script is only where recognition begins: what it finds is judged by its own confidence. */
const MIN_SCRIPT_CONFIDENCE = 0.3

/** Heights of lines in pixels: smaller text is enlarged to about the height that Tesseract's models were trained on. */
const SMALL_LINE = 26
const GOOD_LINE = 40
const MAX_ENLARGEMENT = 3
const MAX_ENLARGED_PIXELS = 3_000_000
/** A picture of fewer pixels has small text, whatever height its lines seem to have. */
const SMALL_PIXELS = 200_000
/** How much more confident the enlarged reading has to be. */
const MIN_ENLARGEMENT_GAIN = 1

/** How many times as much text a picture has to have without its shadows. */
const MIN_EVEN_GAIN = 1.1

/** Tesseract can't be interrupted: a worker that takes longer is ended. */
const PAGE_MS = 60_000

interface PageRequest {
  /** Of the page, counted from 1. */
  number: number
  /** Tesseract's name; null for the most common language in the page's script, if the script can be detected. */
  language: string | null
}

export interface Recognizer {
  /**
   * Recognizes the text of a page.
   *
   * @returns no lines if nothing is legible, or it takes longer than a minute, or the language's data is missing;
   *   `language` is the one that was used or is missing, `script` is empty if there are too few letters to tell,
   *   `degrees` are those by which the picture was turned, clockwise
   * @throws AppError cancelled
   */
  recognize(
    picture: PagePicture,
    options: PageRequest & { signal: AbortSignal },
  ): Promise<RecognizedPage & { language: string; script: string; degrees: number }>
  /** Pages that are recognized at a time. */
  readonly threads: number
  close(): Promise<void>
}

const isLegible = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Mean confidence of lines, by their characters. */
function confidenceOf(lines: readonly Line[]): number {
  let [sum, characters] = [0, 0]
  for (const { words } of lines)
    for (const { confidence, text } of words) {
      sum += confidence * text.length
      characters += text.length
    }
  return characters === 0 ? 0 : sum / characters
}

function medianHeight(lines: readonly Line[]): number {
  const heights = lines.map(({ rowAttributes }) => rowAttributes.rowHeight).toSorted((one, other) => one - other)
  return heights[Math.floor(heights.length / 2)] ?? 0
}

/** Script and direction of a page. Tesseract rejects pages with too few letters to tell. */
async function orient(workers: TesseractWorkers, picture: PagePicture) {
  const detector = await workers.detector()
  const detect = async ({ file }: PagePicture) =>
    (await detector.detect(Buffer.from(file)).catch(() => ({ data: null }))).data
  const isSure = (found: Awaited<ReturnType<typeof detect>>): boolean =>
    (found?.orientation_confidence ?? 0) >= MIN_ORIENTATION_CONFIDENCE
  let found = await detect(picture)
  const even = isSure(found) ? null : await withEvenGround(picture)
  if (even !== null) found = (await detect(even)) ?? found
  const isScript = (found?.script_confidence ?? 0) >= MIN_SCRIPT_CONFIDENCE
  return { degrees: isSure(found) ? (found?.orientation_degrees ?? 0) : 0, script: (isScript && found?.script) || '' }
}

async function linesOf({ worker }: Slot, { file }: PagePicture): Promise<Line[]> {
  const { data: page } = await worker.recognize(Buffer.from(file), {}, { blocks: true, text: false })
  return (page.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
}

interface Recognized {
  lines: Line[]
  picture: PagePicture
  /** Of the lines. */
  handwritten?: ReadonlySet<Line>
}

/** Characters of words that Tesseract is sure of, which noise has few of. */
const sureCharacters = (lines: readonly Line[]): number =>
  lines
    .flatMap(({ words }) => words)
    .reduce((sum, { confidence, text }) => sum + (confidence < SURE ? 0 : text.length), 0)

type OnRead = (read: Recognized) => void

/** Recognizes once more, without shadows and colored boxes, if there are any; the longer result counts. */
async function mostLines(slot: Slot, picture: PagePicture, onRead: OnRead): Promise<Recognized> {
  const lines = await linesOf(slot, picture)
  onRead({ lines, picture })
  const even = await withEvenGround(picture)
  if (even === null) return { lines, picture }
  const again = await linesOf(slot, even)
  const isLonger = sureCharacters(again) > MIN_EVEN_GAIN * sureCharacters(lines)
  return isLonger ? { lines: again, picture: even } : { lines, picture }
}

/** Recognizes once more, enlarged, if the text is small; the better result counts. */
async function bestLines(slot: Slot, found: PagePicture, onRead: OnRead): Promise<Recognized> {
  const { lines, picture } = await mostLines(slot, found, onRead)
  onRead({ lines, picture })
  const height = medianHeight(lines)
  const pixels = picture.width * picture.height
  const isSmall = height < SMALL_LINE || pixels <= SMALL_PIXELS
  if (!isSmall || pixels > MAX_ENLARGED_PIXELS) return { lines, picture }
  const factor = height === 0 || height >= SMALL_LINE ? 2 : Math.min(MAX_ENLARGEMENT, GOOD_LINE / height)
  const larger = await turned(picture, 0, factor)
  const again = await linesOf(slot, larger)
  const isBetter = confidenceOf(again) > confidenceOf(lines) + (lines.length === 0 ? 0 : MIN_ENLARGEMENT_GAIN)
  return isBetter ? { lines: again, picture: larger } : { lines, picture }
}

const nothingOn = (picture: PagePicture): Recognized => ({ lines: [], picture })

function toPage(number: number, { lines, picture: { width, height }, handwritten }: Recognized): RecognizedPage {
  const confidence = confidenceOf(lines)
  const legible = lines.filter(
    (line) => line.confidence >= MIN_LINE_CONFIDENCE && isLegible(line.text) && handwritten?.has(line) !== true,
  )
  return {
    number,
    width,
    height,
    confidence,
    lines: (confidence < MIN_PAGE_CONFIDENCE ? [] : legible).map(({ text, bbox, baseline, rowAttributes }) => ({
      text: text.trim(),
      x0: bbox.x0,
      x1: bbox.x1,
      baseline: (baseline.y0 + baseline.y1) / 2,
      height: rowAttributes.rowHeight,
    })),
  }
}

/** Reads scanned pages with Tesseract. */
export function createRecognizer(data: LanguageData, threads: number): Recognizer {
  const workers = new TesseractWorkers(data, threads)
  const limit = pLimit(threads)

  async function recognize(found: PagePicture, { number, language, signal }: PageRequest & { signal: AbortSignal }) {
    if (signal.aborted) throw canceled()
    const { degrees, script } = await orient(workers, found)
    const upright = degrees === 0 ? found : await turned(found, degrees, 1)
    const wanted = language ?? codeOfScript(script) ?? ENGLISH
    const isKnown = (await data.filesOf(wanted)) !== null
    // In English letters, other scripts would become other words.
    const isUnreadable = !isKnown && !isLatin(wanted)
    const unread = { ...toPage(number, nothingOn(upright)), language: wanted, script, degrees }
    if (isUnreadable && language !== null) return { ...unread, missing: nameOfCode(wanted) }
    const known = isKnown ? wanted : ENGLISH
    const slot = await workers.take(known)
    const stop = AbortSignal.any([signal, AbortSignal.timeout(PAGE_MS)])
    const stopped = new Promise<null>((resolve) => {
      stop.addEventListener('abort', () => resolve(null), { once: true })
    })
    let soFar: Recognized | null = null
    const onRead: OnRead = (read) => {
      soFar = read
    }
    const best = await Promise.race([bestLines(slot, upright, onRead), stopped]).catch(() => null)
    await workers.giveBack(slot, best === null)
    // A page that would take too long to be read once more is as it was read first.
    const read = best ?? soFar
    if (signal.aborted) throw canceled()
    // Noise is in no script.
    if (isUnreadable)
      return confidenceOf(read?.lines ?? []) < MIN_TEXT_CONFIDENCE ? unread : { ...unread, missing: nameOfCode(wanted) }
    const seen = read ?? nothingOn(upright)
    const handwritten = await handwrittenLines(seen.picture, seen.lines)
    return { ...toPage(number, { ...seen, handwritten }), language: known, script, degrees }
  }

  return {
    threads,
    recognize: async (picture, request) => limit(recognize, picture, request),
    close: async () => workers.close(),
  }
}

/** A picture after a turn by quarter turns, clockwise, and enlarged. */
async function turned(picture: PagePicture, degrees: number, factor: number): Promise<PagePicture> {
  const image = sharp(picture.file).grayscale().rotate(degrees)
  const sized = factor === 1 ? image : image.resize(Math.round(picture.width * factor))
  const { data, info } = await sized
    .png({ compressionLevel: 1 })
    .withDensity(DOTS_PER_INCH)
    .toBuffer({ resolveWithObject: true })
  return { file: new Uint8Array(data), width: info.width, height: info.height }
}
