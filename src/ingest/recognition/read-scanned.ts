import type { OnModelUsage, PageReader } from '../../shared/page-reader.ts'
import { countWords } from '../../shared/text/words.ts'
import { baseName } from '../formats/parsed-document.ts'
import type { FileTask, OnPart, ThreadAnswer, ThreadTask } from '../parsing/parse-task.ts'
import { alternativesTo, codeOfLanguage, ENGLISH, isLatin } from './language-data.ts'
import { readByModel } from './read-by-model.ts'
import type { RecognizedPage, ScannedPages } from './recognized-page.ts'
import type { Recognizer } from './recognizer.ts'

interface Reader {
  recognizer: Recognizer
  answerTo(task: ThreadTask, signal: AbortSignal): Promise<ThreadAnswer>
  /** Reads pages that the recognizer is unsure of; absent if nothing does. */
  pageReader?: PageReader | undefined
}

interface ReadingOptions {
  signal: AbortSignal
  onPage?: OnPart | undefined
  onModelUsage?: OnModelUsage | undefined
}

type RecognizedIn = Awaited<ReturnType<Recognizer['recognize']>>

/** Tesseract's confidence in a page of the right language; a wrong one has less. */
const SURE = 85
/** The same of a few words in letters other than Latin ones: related languages differ in one or two of them. */
const SURE_OF_FEW_WORDS = 95
/** Below, a page in the language of the document is compared with one in the language of its own script. */
const DOUBTFUL = 60
const CHINESE = 'chi_sim'
const FRAKTUR = 'frk'

/** Below, English text is no text in Latin letters, whatever script the detector sees. */
const FOREIGN = 45
/** How much more confident another language has to be. */
const MIN_GAIN = 3

/** Pages that are read in several languages before one is settled. */
const MAX_COMPARED_PAGES = 3

const better = (one: RecognizedIn, other: RecognizedIn, minGain = MIN_GAIN): RecognizedIn =>
  other.confidence >= DOUBTFUL && other.confidence > one.confidence + minGain ? other : one

/** Fewer words don't show their language. */
const MIN_WORDS_OF_LANGUAGE = 20

const showsLanguage = ({ lines }: RecognizedPage): boolean =>
  countWords(lines.map(({ text }) => text).join(' ')) >= MIN_WORDS_OF_LANGUAGE

/** Reads a page in the languages that it may be in; returns the best reading. */
async function recognizeFirst(
  recognize: (code: string | null) => Promise<RecognizedIn>,
  languageSeen: (page: RecognizedIn) => Promise<string | null>,
): Promise<RecognizedIn> {
  const first = await recognize(null)
  let best = first
  // Without a letter, there is nothing to compare.
  if (first.confidence === 0 && first.missing === undefined) return first
  const seen = await languageSeen(first)
  const tried = new Set([first.language])
  async function tryIn(code: string, minGain?: number): Promise<void> {
    if (!tried.has(code)) best = better(best, await recognize(code), minGain)
    tried.add(code)
  }
  // Enough text shows its language better than confidence does.
  if (seen !== null) await tryIn(seen, showsLanguage(first) ? -MIN_GAIN : MIN_GAIN)
  const sure = isLatin(first.language) || showsLanguage(first) ? SURE : SURE_OF_FEW_WORDS
  // The detector takes some modern typefaces for Fraktur, whose data reads them nearly as well.
  if (first.language === FRAKTUR) await tryIn(ENGLISH, 0)
  // The detector needs more letters of Chinese and Japanese than a line has, and takes those of advertisements for Latin.
  const isForeign = first.language === ENGLISH && first.confidence < FOREIGN
  if (isForeign) await tryIn(CHINESE)
  const isAsian = isForeign && (first.script === '' || best.language === CHINESE)
  const european = best.language === CHINESE ? [] : alternativesTo(first.language)
  // The detector may be wrong about the script too.
  for (const code of [...european, ...(isAsian ? alternativesTo(CHINESE) : []), ENGLISH])
    if (best.confidence < sure) await tryIn(code)
  return best
}

/**
 * Recognizes the scanned pages of a file and reads it with them. The language is settled on the first page with text: it
 * is read in the one that most texts in its script are in, then in the one that the result seems to be in, and while
 * Tesseract is unsure, in others of the script, and in Chinese if English is not legible. The reading it is surest of
 * decides for the document. Pages that it can't make out are read in the language of their own script.
 *
 * @throws AppError those of the readers; cancelled
 */
export async function readScanned(
  { recognizer, pageReader, ...reader }: Reader,
  task: FileTask,
  { pages, language }: ScannedPages,
  { signal, onPage, onModelUsage }: ReadingOptions,
): Promise<ThreadAnswer> {
  const { bytes, userId } = task
  let done = 0

  async function recognize(number: number, code: string | null): Promise<RecognizedIn> {
    const answer = await reader.answerTo({ kind: 'page', bytes, page: number, userId }, signal)
    if (!('picture' in answer)) throw new Error('A page was answered without its picture.')
    return recognizer.recognize(answer.picture, { number, language: code, signal })
  }

  /** The language that text seems to be in; null if the recognition needs none or can't use it. */
  async function languageSeen(page: RecognizedIn): Promise<string | null> {
    if (page.language !== ENGLISH || page.lines.length === 0) return null
    const answer = await reader.answerTo({ ...task, recognition: [page], minWords: 0 }, signal).catch(() => null)
    const tag = answer !== null && 'document' in answer ? answer.document.language : null
    const code = tag === null ? null : codeOfLanguage(tag)
    return code === ENGLISH ? null : code
  }

  async function recognizeIn(number: number, settled: string): Promise<RecognizedIn> {
    const page = await recognize(number, settled)
    return page.confidence >= DOUBTFUL ? page : better(page, await recognize(number, null))
  }

  const readWith = async (some: readonly RecognizedPage[]): Promise<ThreadAnswer> => {
    const recognition = some.toSorted((one, other) => one.number - other.number)
    // A title page alone would be too short.
    const minWords = task.isCheck === true ? 1 : task.minWords
    return reader.answerTo({ ...task, minWords, recognition }, signal)
  }

  /** A check of pages that only a model can read, which is asked when they are summarized. */
  const unreadYet = async (): Promise<ThreadAnswer> => {
    const [number = 1] = pages
    const line = { text: `Page ${number}`, x0: 0, x1: 100, baseline: 50, height: 40 }
    const page = { number, width: 2000, height: 3000, lines: [line], confidence: 0 }
    const title = task.title ?? baseName(task.fileName)
    return reader.answerTo({ ...task, title, minWords: 1, recognition: [page] }, signal)
  }

  /** Recognized pages, some of them replaced by a model's reading. */
  async function improved(): Promise<readonly RecognizedPage[]> {
    if (pageReader === undefined) return recognized
    const turns = new Map(recognized.map(({ number, degrees }) => [number, degrees]))
    return readByModel(recognized, {
      reading: pageReader.begin(),
      signal,
      onUsage: onModelUsage,
      pictureOf: async ({ number }) => {
        const degrees = turns.get(number) ?? 0
        const answer = await reader.answerTo({ kind: 'upright page', bytes, page: number, degrees, userId }, signal)
        if (!('jpeg' in answer)) throw new Error('A page was answered without its picture.')
        return answer.jpeg
      },
    })
  }

  let code = language === null ? null : codeOfLanguage(language)
  const recognized: RecognizedIn[] = []
  const waiting = [...pages]
  const counted = (page: RecognizedIn): void => {
    // Tesseract may be sure of handwriting that is left out.
    recognized.push(page.lines.length === 0 ? { ...page, confidence: 0 } : page)
    done += 1
    onPage?.(done, pages.length)
  }
  onPage?.(0, pages.length)
  while (code === null && waiting.length > 0) {
    const number = waiting.shift() ?? 1
    const page = await (recognized.length < MAX_COMPARED_PAGES
      ? recognizeFirst(async (tried) => recognize(number, tried), languageSeen)
      : recognize(number, null))
    counted(page)
    // A page without text shows no language.
    if (page.lines.length > 0) code = page.language
  }
  if (task.isCheck === true) {
    const isLegible = recognized.some(({ lines }) => lines.length > 0)
    const answer = await (pageReader === undefined || isLegible ? readWith(recognized) : unreadYet())
    if (!('document' in answer)) return answer
    const { sourceInfo, ...document } = answer.document
    const note = `Scanned pages, whose text will be recognized: ${pages.length}.`
    return { document: { ...document, sourceInfo: { ...sourceInfo, note } } }
  }
  const work = async (settled: string): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift())
      counted(await recognizeIn(number, settled))
  }
  const settled = code ?? ENGLISH
  await Promise.all(Array.from({ length: recognizer.threads }, async () => work(settled)))
  return readWith(await improved())
}
