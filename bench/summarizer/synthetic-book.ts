import type { ExtractedDocument } from '../../src/shared/document.ts'
import { countWords } from '../../src/shared/text/words.ts'
import { buildEpub } from '../../tests/support/files/build-epub.ts'

const nouns = 'harbor library canal survey ledger bridge orchard museum ferry council archive valley'.split(' ')
const verbs = 'measured carried counted promised repaired shared closed painted'.split(' ')
const citations = 'quay hill mill river market tower road school garden wall'.split(' ')

const SENTENCES_A_PARAGRAPH = 6
/** Pasted texts may have 2,500 characters. */
const TEXT_PARAGRAPHS = 2

/** A unique sentence for each number. */
function sentenceOf(number: number): string {
  const pick = (list: readonly string[], step: number): string => list[Math.floor(number / step) % list.length] ?? ''
  return `In the year of letter ${number} the people of the ${pick(nouns, 1)} ${pick(verbs, 12)} what stood near the old ${pick(citations, 96)}, and nobody in the ${pick(nouns, 7)} had asked them to.`
}

/** A synthetic book in every measured form. */
export interface MadeBook {
  words: number
  document: ExtractedDocument
  /** Its first paragraphs, within the limit of every plan. */
  text: string
  epub: Uint8Array
}

/** A book with chapters of a given length. Sentences are unique, also across seeds. */
export function makeBook(chapters: number, wordsAChapter: number, seed: number): MadeBook {
  const sentenceWords = countWords(sentenceOf(1000))
  const paragraphsAChapter = Math.round(wordsAChapter / sentenceWords / SENTENCES_A_PARAGRAPH)
  let number = seed * 100_000
  const parts = Array.from({ length: chapters }, (_, at) => ({
    title: `Chapter ${at + 1}`,
    paragraphs: Array.from({ length: paragraphsAChapter }, () =>
      Array.from({ length: SENTENCES_A_PARAGRAPH }, () => sentenceOf((number += 1))).join(' '),
    ),
  }))
  const texts = parts.flatMap(({ title, paragraphs }, at) =>
    paragraphs.map((text) => ({ text, title, chapter: at + 1 })),
  )
  return {
    words: texts.reduce((sum, { text }) => sum + countWords(text), 0),
    document: {
      kind: 'epub',
      title: `Book ${seed}`,
      author: null,
      site: null,
      language: 'en',
      publishedAt: null,
      url: null,
      thumbnailUrl: null,
      words: texts.reduce((sum, { text }) => sum + countWords(text), 0),
      blocks: texts.map(({ text, title, chapter }, at) => ({
        id: `b${at + 1}`,
        type: 'paragraph',
        text,
        headingPath: [title],
        location: { kind: 'chapter', chapter, title },
      })),
      sourceInfo: { readAs: 'e-book' },
    },
    text: texts
      .slice(0, TEXT_PARAGRAPHS)
      .map(({ text }) => text)
      .join('\n\n'),
    epub: buildEpub({
      metadata: `<dc:title>Book ${seed}</dc:title><dc:language>en</dc:language>`,
      parts: parts.map(({ title, paragraphs }) => ({
        body: `<h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`,
      })),
      contents: parts.map(({ title }, at) => ({ title, href: `ch${at + 1}.xhtml` })),
    }),
  }
}
