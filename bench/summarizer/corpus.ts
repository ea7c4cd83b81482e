import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ExtractedDocument } from '../../src/shared/document.ts'
import { countWords } from '../../src/shared/text/words.ts'

/** The sets, and the number of words to which summaries are truncated. */
export const sets = { cnndm: 50, qmsum: 110, squality: 450 } as const
export type SetName = keyof typeof sets
export const setNames: readonly SetName[] = ['cnndm', 'qmsum', 'squality']

const itemSchema = z.object({ id: z.string(), document: z.string(), references: z.array(z.string()).min(1) })
export type Item = z.infer<typeof itemSchema>

/** Reads one set: documents with human-written summaries. */
export function readSet(corpus: string, name: SetName): Item[] {
  return readFileSync(join(corpus, 'summarisation', `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => itemSchema.parse(JSON.parse(line)))
}

/** Splits plain text like the text reader: paragraphs at blank lines, or lines without blank ones. */
export function documentOf(text: string): ExtractedDocument {
  const separator = /\n\s*\n/u.test(text) ? /\n\s*\n/u : /\n/u
  const paragraphs = text
    .split(separator)
    .map((paragraph) => paragraph.replace(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '')
  return {
    kind: 'text',
    title: paragraphs[0]?.slice(0, 80) ?? '',
    author: null,
    site: null,
    language: 'en',
    publishedAt: null,
    url: null,
    thumbnailUrl: null,
    words: paragraphs.reduce((sum, paragraph) => sum + countWords(paragraph), 0),
    blocks: paragraphs.map((paragraph, index) => ({
      id: `b${index + 1}`,
      type: 'paragraph',
      text: paragraph,
      headingPath: [],
      location: { kind: 'paragraph', paragraph: index + 1 },
    })),
    sourceInfo: { readAs: 'pasted text' },
  }
}

/** The first words of a text, with single spaces. */
export function firstWords(text: string, count: number): string {
  return text.trim().split(/\s+/u).slice(0, count).join(' ')
}

const bookWords =
  'river mountain council harvest letter engine signal winter market doctor captain garden theory method evidence result border treaty harbor village teacher morning question answer history language memory silence journey promise'.split(
    ' ',
  )

/** A linear congruential generator: the same numbers in every run. */
function createNumbers(): (below: number) => number {
  let state = 20
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

const PARAGRAPHS_A_CHAPTER = 40
const SENTENCES_A_PARAGRAPH = 5
const fillers = ['the', 'of', 'and', 'in', 'to', 'was', 'with']

/** A synthetic book: chapters of sentences over slowly changing topics, the same on every run. */
export function syntheticBook(words: number): ExtractedDocument {
  const next = createNumbers()
  const sentenceOf = (chapter: number) => {
    const body = Array.from({ length: 10 + next(16) }, () => {
      const kind = next(3)
      if (kind === 0) return fillers[next(fillers.length)]
      return kind === 1 ? bookWords[(chapter + next(9)) % bookWords.length] : `word${chapter % 30}x${next(400)}`
    })
    return `Nobody ${body.join(' ')}.`
  }
  const blocks: ExtractedDocument['blocks'] = []
  let written = 0
  while (written < words) {
    const chapter = Math.floor(blocks.length / PARAGRAPHS_A_CHAPTER) + 1
    const title = `Chapter ${chapter}`
    const text = Array.from({ length: SENTENCES_A_PARAGRAPH }, () => sentenceOf(chapter)).join(' ')
    written += countWords(text)
    const location = { kind: 'chapter' as const, chapter, title }
    blocks.push({ id: `b${blocks.length + 1}`, type: 'paragraph', text, headingPath: [title], location })
  }
  return { ...documentOf('A synthetic book.'), kind: 'epub', title: 'A synthetic book', words: written, blocks }
}
