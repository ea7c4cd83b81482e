import type { Block, ExtractedDocument } from '../../src/shared/document.ts'
import { partLineText } from '../../src/shared/summary/partial-page.ts'
import type { SummaryPage } from '../../src/shared/summary/summary-page.ts'
import { clearDateline } from '../../src/shared/text/dateline.ts'
import { countWords } from '../../src/shared/text/words.ts'
import { splitSentences } from '../../src/summarizer/text/sentences.ts'

/** A page as it is counted and written. Parts are prose: tables are left out. */
export interface PlainPage {
  gist: string
  takeaways: readonly { label: string; text: string }[]
  summary: readonly string[]
  parts: readonly { title: string; lines: readonly string[] }[]
  quotes: readonly { text: string; speaker: string | null }[]
  notices: readonly string[]
}

export const plainPage = ({ gist, summary, keyParts, parts, ...page }: SummaryPage): PlainPage => ({
  ...page,
  gist: gist.text,
  summary: summary.map(({ text }) => text),
  parts: [...keyParts, ...parts]
    .filter(({ form }) => form !== 'table')
    .map((part) => ({ title: part.title, lines: part.lines.map(({ cells }) => partLineText(part, cells)) })),
})

export const sentencesOf = (text: string): string[] =>
  splitSentences(text).map(({ start, end }) => text.slice(start, end))

export const isBody = ({ type }: Pick<Block, 'type'>): boolean => /^(?:paragraph|list-item|quote)$/u.test(type)

const MIN_SENTENCE_WORDS = 6
const SUMMARY_SENTENCES = 3
const TAKEAWAYS = 5

/** The sentences of a source by block, without headings, captions, tables, datelines, notes in brackets, short ones. */
export const readableBlocks = ({ blocks }: Pick<ExtractedDocument, 'blocks'>) =>
  blocks.flatMap((block) => {
    if (!isBody(block) || /^\[.*\]$/su.test(block.text)) return []
    const all = sentencesOf(block.text.replace(clearDateline, ''))
    const sentences = all.filter((sentence) => countWords(sentence) >= MIN_SENTENCE_WORDS)
    return sentences.length === 0 ? [] : [{ sentences, section: block.headingPath.join('\n') }]
  })

/**
 * The simplest rival: the first sentence as gist, the first three as summary, and as takeaways the first sentence of
 * each of the next five sections with a heading, or of the next five paragraphs where there are fewer.
 */
export function firstSentences(document: Pick<ExtractedDocument, 'blocks'>): PlainPage {
  const readable = readableBlocks(document)
  let next = 0
  const opening: string[] = []
  for (; opening.length < SUMMARY_SENTENCES && next < readable.length; next += 1)
    opening.push(...(readable[next]?.sentences ?? []).slice(0, SUMMARY_SENTENCES - opening.length))
  const later = readable.slice(next)
  const sections = later.filter(({ section }, at) => section !== '' && section !== readable[next + at - 1]?.section)
  const takeaways = (sections.length < TAKEAWAYS ? later : sections).slice(0, TAKEAWAYS)
  return {
    gist: opening[0] ?? '',
    takeaways: takeaways.map(({ sentences: [text = ''] }) => ({ label: '', text })),
    summary: [opening.join(' ')],
    parts: [],
    quotes: [],
    notices: [],
  }
}
