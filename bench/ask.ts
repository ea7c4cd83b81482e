import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { z } from 'zod'
import type { ExtractedDocument } from '../src/shared/document.ts'
import { countWords } from '../src/shared/text/words.ts'
import { createPassageIndex, rankPassages } from '../src/summarizer/index.ts'
import { stopWordsOf } from '../src/summarizer/text/languages.ts'
import { words } from '../src/summarizer/text/tokens.ts'
import { type Part, partOf, parts } from './faithful/parts.ts'

const meetingSchema = z.object({
  id: z.string(),
  turns: z.array(z.object({ speaker: z.string(), text: z.string() })),
  questions: z.array(z.object({ question: z.string(), turns: z.array(z.tuple([z.number(), z.number()])) })),
})
const articleSchema = z.object({
  id: z.string(),
  language: z.string(),
  paragraphs: z.array(z.string()),
  questions: z.array(z.object({ question: z.string(), paragraph: z.number() })),
})

function readLines<T>(file: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => schema.parse(JSON.parse(line)))
}

function documentOf(texts: readonly string[], language: string): ExtractedDocument {
  const blocks = texts.map((text, at) => ({
    id: `b${at + 1}`,
    type: 'paragraph' as const,
    text: text.replaceAll(/\s+/gu, ' ').trim() || '-',
    headingPath: [],
    location: { kind: 'paragraph' as const, paragraph: at + 1 },
  }))
  const facts = { title: '', author: null, site: null, publishedAt: null, url: null, thumbnailUrl: null, words: 0 }
  return { ...facts, kind: 'text', language, blocks, sourceInfo: { readAs: 'text' } }
}

const COUNT = 8
const PLAIN_WORDS = 60

/** Ranks the passages of a document for a question: the numbers of the blocks of each, best first. */
type Rank = (question: string) => number[][]

/** MiniSearch with its defaults over windows of whole blocks of about 60 words, without stop words. */
function plainRanking({ blocks, language }: ExtractedDocument): Rank {
  const windows: { id: number; text: string; blocks: number[] }[] = []
  let isOpen = false
  for (const [at, { text }] of blocks.entries()) {
    const last = windows.at(-1)
    if (last === undefined || !isOpen) windows.push({ id: windows.length, text, blocks: [at] })
    else {
      last.text += ` ${text}`
      last.blocks.push(at)
    }
    isOpen = countWords(windows.at(-1)?.text ?? '') < PLAIN_WORDS
  }
  const stopWords = stopWordsOf('en').union(stopWordsOf(language ?? ''))
  const search = new MiniSearch<(typeof windows)[number]>({
    fields: ['text'],
    tokenize: words,
    processTerm: (term) => (stopWords.has(term) ? null : term),
  })
  search.addAll(windows)
  return (question) =>
    search
      .search(question)
      .slice(0, COUNT)
      .map(({ id }) => windows[Number(id)]?.blocks ?? [])
}

async function ownRanking(document: ExtractedDocument): Promise<Rank> {
  const index = await createPassageIndex([document])
  return (question) =>
    rankPassages(index, question, { count: COUNT }).map(({ citations }) =>
      citations.map(({ blockId }) => Number(blockId.slice(1)) - 1),
    )
}

/** Sums of figures and their counts, by row and column. */
class Figures {
  readonly #sums = new Map<string, Map<string, { sum: number; count: number }>>()

  add(row: string, column: string, value: number): void {
    const cells = this.#sums.get(row) ?? new Map<string, { sum: number; count: number }>()
    this.#sums.set(row, cells)
    const { sum, count } = cells.get(column) ?? { sum: 0, count: 0 }
    cells.set(column, { sum: sum + value, count: count + 1 })
  }

  rows(): Record<string, Record<string, string>> {
    const mean = (sum: number, count: number): string => (sum / count).toFixed(3)
    return Object.fromEntries(
      Array.from(this.#sums, ([row, cells]) => [
        row,
        Object.fromEntries(Array.from(cells, ([column, { sum, count }]) => [column, mean(sum, count)])),
      ]),
    )
  }
}

async function eachRanking(document: ExtractedDocument, measure: (name: string, rank: Rank) => void): Promise<void> {
  measure('plain', plainRanking(document))
  measure('precis', await ownRanking(document))
}

async function measureMeetings(file: string): Promise<void> {
  const figures = new Figures()
  for (const { id, turns, questions } of readLines(file, meetingSchema)) {
    const texts = turns.map(({ speaker, text }) => `${speaker}: ${text}`)
    await eachRanking(documentOf(texts, 'en'), (name, rank) => {
      for (const { question, turns: spans } of questions) {
        const isRight = (block: number): boolean => spans.some(([first, last]) => block >= first && block <= last)
        const right = rank(question).map((blocks) => blocks.some(isRight))
        for (const row of [`${name}, ${partOf(id)}`, `${name}, all`]) {
          figures.add(row, 'first', right[0] === true ? 1 : 0)
          figures.add(row, 'among five', right.slice(0, 5).includes(true) ? 1 : 0)
          figures.add(row, 'share of the first eight', right.filter(Boolean).length / COUNT)
        }
      }
    })
  }
  console.log('\nMeetings: right passages')
  console.table(figures.rows())
}

async function measureArticles(file: string): Promise<void> {
  const byPart: Record<Part | 'all', Figures> = {
    choosing: new Figures(),
    reporting: new Figures(),
    all: new Figures(),
  }
  for (const { id, language, paragraphs, questions } of readLines(file, articleSchema)) {
    // All translations of a text are in one part.
    const part = partOf(id.replace(/^[a-z]+-/u, ''))
    await eachRanking(documentOf(paragraphs, language), (name, rank) => {
      for (const { question, paragraph } of questions) {
        const value = rank(question)[0]?.includes(paragraph) === true ? 1 : 0
        for (const figures of [byPart[part], byPart.all]) {
          figures.add(language, name, value)
          figures.add('all questions', name, value)
        }
      }
    })
  }
  for (const part of [...parts, 'all'] as const) {
    console.log(`\nArticles, ${part}: right paragraph first`)
    console.table(byPart[part].rows())
  }
}

/** Measures retrieval on a folder with `qmsum.jsonl` and `xquad.jsonl`. */
export async function main([folder]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('npm run bench -- ask FOLDER needs a folder.')
  await measureMeetings(join(folder, 'qmsum.jsonl'))
  await measureArticles(join(folder, 'xquad.jsonl'))
}
