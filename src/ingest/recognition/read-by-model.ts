import type { OnModelUsage, PageReading } from '../../shared/page-reader.ts'
import { canceled } from '../canceled.ts'
import { isUnsure, type RecognizedPage } from './recognized-page.ts'

/** Further pages stay as they were recognized. */
const MAX_PAGES = 50

/** Layout of the text that a model gives without one: lines of about 90 characters, with space between paragraphs. */
const WIDTH = 2480
const LINE_CHARACTERS = 90
const LINE_HEIGHT = 40
const LINE_STEP = 55
const PARAGRAPH_GAP = 60

function linesOf(paragraph: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + word.length >= LINE_CHARACTERS) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A page with the text that a model read, laid out as on a printed page. */
export function asModelPage(page: RecognizedPage, paragraphs: readonly string[], name: string): RecognizedPage {
  const lines: RecognizedPage['lines'][number][] = []
  let baseline = 0
  for (const paragraph of paragraphs) {
    baseline += PARAGRAPH_GAP
    for (const text of linesOf(paragraph)) {
      baseline += LINE_STEP
      const x1 = (text.length / LINE_CHARACTERS) * WIDTH
      lines.push({ text, x0: 0, x1, baseline, height: LINE_HEIGHT })
    }
  }
  const recognized = page.lines.map(({ text }) => text).join('\n')
  const { number, confidence } = page
  return { number, confidence, width: WIDTH, height: baseline + LINE_STEP, lines, byModel: { name, recognized } }
}

interface ModelReader {
  reading: PageReading
  /** Makes an upright picture of a page, as JPEG. */
  pictureOf: (page: RecognizedPage) => Promise<Uint8Array>
  signal: AbortSignal
  onUsage?: OnModelUsage | undefined
}

/**
 * Has a language model read the pages that Tesseract is unsure of, one after the other. Pages keep what was recognized if
 * the model finds no text on them, or doesn't answer, after which no further page is read.
 *
 * @throws AppError cancelled; what `onUsage` throws
 */
export async function readByModel(
  pages: readonly RecognizedPage[],
  { reading, pictureOf, signal, onUsage }: ModelReader,
): Promise<RecognizedPage[]> {
  const read = new Map(pages.map((page) => [page.number, page]))
  const unsure = pages.filter(isUnsure).toSorted((one, other) => one.number - other.number)
  for (const page of unsure.slice(0, MAX_PAGES)) {
    await onUsage?.(reading.usage())
    const picture = await pictureOf(page)
    const answer = await reading.read(picture, signal).catch((error: unknown) => {
      throw signal.aborted ? canceled(error) : error
    })
    await onUsage?.(reading.usage())
    if (answer === null) break
    if (answer.paragraphs.length > 0) read.set(page.number, asModelPage(page, answer.paragraphs, answer.model))
  }
  return [...read.values()]
}
