import type { ExtractedDocument } from '../src/shared/document.ts'
import type { SummaryResult } from '../src/shared/summary.ts'
import { countWords } from '../src/shared/words.ts'
import { createExtractiveSummarizer } from '../src/summarizer/index.ts'
import { baselines } from './summarizer/baselines.ts'
import { documentOf, firstWords, type Item, readSet, setNames, sets, syntheticBook } from './summarizer/corpus.ts'
import { type Rouge, rouge } from './summarizer/rouge.ts'
import { measureTime } from './summarizer/time.ts'

const BOOK_WORDS = 220_000

const summarizer = createExtractiveSummarizer()

async function run(document: ExtractedDocument, maxWords?: number, advanced = false): Promise<SummaryResult> {
  const signal = new AbortController().signal
  for await (const event of summarizer.summarize(document, { maxWords, advanced, signal })) {
    if (event.type === 'done') return event.result
  }
  throw new Error('The summarizer ended without a result.')
}

function meanOf(scores: readonly Rouge[]): Rouge {
  const mean = (key: keyof Rouge) => scores.reduce((sum, score) => sum + score[key], 0) / scores.length
  return { r1: mean('r1'), r2: mean('r2'), rl: mean('rl') }
}

const show = (score: Rouge) => [score.r1, score.r2, score.rl].map((value) => value.toFixed(3).slice(1)).join(' ')

/** Scores our engine on a set and counts its speed. */
async function measureOurs(items: readonly Item[], words: number) {
  const scores: Rouge[] = []
  let elapsedMs = 0
  let read = 0
  let used = 0
  for (const item of items) {
    const document = documentOf(item.document)
    const start = performance.now()
    const { basicSummary } = await run(document, words)
    elapsedMs += performance.now() - start
    read += document.words
    const length = countWords(basicSummary)
    if (length > words) throw new Error(`${item.id}: ${length} words, bound ${words}.`)
    used += length
    scores.push(rouge(firstWords(basicSummary, words), item.references))
  }
  return { score: meanOf(scores), wordsPerSecond: (read / elapsedMs) * 1000, filled: used / items.length / words }
}

async function measureBook(): Promise<void> {
  const book = syntheticBook(BOOK_WORDS)
  const start = performance.now()
  const result = await run(book, undefined, true)
  const seconds = (performance.now() - start) / 1000
  const memory = process.resourceUsage().maxRSS / 1024
  console.log(
    `Book of ${book.words} words with advanced summary: ${seconds.toFixed(2)} s, ` +
      `${Math.round(book.words / seconds)} words/s, peak memory of the process ${memory.toFixed(0)} MB, ` +
      `${countWords(result.basicSummary)} + ${countWords(result.advancedSummary ?? '')} words out.`,
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
 * Prints ROUGE-1/2/L (best reference) of the extractive engine and of the baselines, and its speed and memory; then the
 * time that summaries by language models take.
 *
 * @param args the corpus folder
 */
export async function main(args: string[]): Promise<void> {
  const [corpus] = args
  if (corpus === undefined) throw new Error('Usage: npm run bench -- summarizer CORPUS_DIR')
  await measureBook()
  const rows = new Map<string, string[]>()
  for (const name of setNames) {
    const items = readSet(corpus, name)
    const words = sets[name]
    if (name === 'cnndm') await measureNote(items[0]!)
    const add = (row: string, cell: string) => rows.set(row, [...(rows.get(row) ?? []), cell])
    for (const baseline of baselines) {
      const scores = items.map((item) => {
        const paragraphs = documentOf(item.document).blocks.map((block) => block.text)
        return rouge(firstWords(baseline.summarize(paragraphs, words), words), item.references)
      })
      add(baseline.name, show(meanOf(scores)))
    }
    const ours = await measureOurs(items, words)
    add('Precis, extractive', show(ours.score))
    add('  words read a second', `${Math.round(ours.wordsPerSecond)}`)
    add('  share of the bound filled', `${Math.round(ours.filled * 100)}%`)
  }
  console.log(`\n${'ROUGE-1/2/L'.padEnd(30)}${setNames.map((name) => `${name} (${sets[name]})`.padEnd(18)).join('')}`)
  for (const [row, cells] of rows) console.log(`${row.padEnd(30)}${cells.map((cell) => cell.padEnd(18)).join('')}`)
  await measureTime()
}
