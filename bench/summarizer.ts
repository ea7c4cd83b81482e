import type { ExtractedDocument } from '../src/shared/document.ts'
import { pageAsTexts } from '../src/shared/summary/partial-page.ts'
import type { SummaryResult } from '../src/shared/summary/summary.ts'
import { countWords } from '../src/shared/text/words.ts'
import { createExtractiveSummarizer } from '../src/summarizer/extractive/engine.ts'
import { documentOf, type Item, readSet, syntheticBook } from './summarizer/corpus.ts'
import { printCrossValidation } from './summarizer/cross-validation.ts'
import { printRouge } from './summarizer/rouge-table.ts'

const BOOK_WORDS = 220_000
const MAX_BOOK_SECONDS = 3
const MAX_BOOK_MB = 300

const summarizer = createExtractiveSummarizer()

async function run(document: ExtractedDocument, maxWords?: number, advanced = false): Promise<SummaryResult> {
  const signal = new AbortController().signal
  for await (const event of summarizer.summarize(document, { maxWords, advanced, signal })) {
    if (event.type === 'done') return event.result
  }
  throw new Error('The summarizer ended without a result.')
}

async function measureBook(): Promise<void> {
  const book = syntheticBook(BOOK_WORDS)
  const start = performance.now()
  const before = process.cpuUsage()
  const result = await run(book, undefined, true)
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  const texts = pageAsTexts(result.page)
  const memory = process.resourceUsage().maxRSS / 1024
  const reached = seconds < MAX_BOOK_SECONDS && memory < MAX_BOOK_MB
  console.log(
    `Book of ${book.words} words with advanced summary: ${seconds.toFixed(2)} s ` +
      `(${((user + system) / 1e6).toFixed(2)} s of processor time, garbage collection on other cores counted), ` +
      `${Math.round(book.words / seconds)} words/s, peak memory of the process ${memory.toFixed(0)} MB, ` +
      `${countWords(texts.basicSummary)} + ${countWords(texts.advancedSummary ?? '')} words out; ` +
      `target ${MAX_BOOK_SECONDS} s and ${MAX_BOOK_MB} MB ${reached ? 'reached' : 'NOT REACHED'}.`,
  )
}

async function measureNote(item: Item): Promise<void> {
  const document = documentOf(item.document.slice(0, 2500))
  const times: number[] = []
  for (let round = 0; round < 30; round += 1) {
    const start = performance.now()
    await run(document)
    times.push(performance.now() - start)
  }
  const median = times.toSorted((a, b) => a - b)[15]!
  console.log(`Text of 2,500 characters: median ${median.toFixed(1)} ms, first ${times[0]!.toFixed(1)} ms.`)
}

/**
 * Prints speed and memory of the extractive engine, and ROUGE-1/2/L (best reference) of it and of the baselines, also
 * with its weights refitted in nested cross-validation; then
 * the time of summaries by language models relative to the minimum time of their calls.
 * @param args the corpus folder
 */
export async function main(args: string[]): Promise<void> {
  const [corpus] = args
  if (corpus === undefined) throw new Error('Usage: npm run bench -- summarizer CORPUS_DIR')
  await measureBook()
  await measureNote(readSet(corpus, 'cnndm')[0]!)
  await printRouge(run, corpus)
  printCrossValidation(corpus)
  // Loaded late, since memory is measured for the whole process.
  const { measureTime } = await import('./summarizer/time.ts')
  await measureTime()
}
