import { formatCount, listOf } from './format.ts'
import type { Coverage, Engine, Summary } from './summary.ts'
import type { PageCheck, PageNotice } from './summary-page.ts'

/** A part of a summary: its title, if any, and its paragraphs. */
interface SummaryPart {
  title: string | null
  paragraphs: string[]
}

const TITLE_MARK = '## '

/**
 * The parts of a summary's text. Paragraphs have a blank line between them; one that begins with "## " is the title of
 * the part that follows. Text before the first title is a part without one.
 */
export function summaryParts(text: string): SummaryPart[] {
  const parts: SummaryPart[] = []
  for (const paragraph of text.split(/\n{2,}/u).map((line) => line.trim())) {
    if (paragraph === '') continue
    const last = parts.at(-1)
    if (paragraph.startsWith(TITLE_MARK)) {
      parts.push({ title: paragraph.slice(TITLE_MARK.length).trim(), paragraphs: [] })
    } else if (last === undefined) {
      parts.push({ title: null, paragraphs: [paragraph] })
    } else {
      last.paragraphs.push(paragraph)
    }
  }
  return parts
}

/** Whether anything of the source was left unread. */
export function isWhole({ words, wordsRead, sections, sectionsRead }: Coverage): boolean {
  return wordsRead >= words && sectionsRead >= sections
}

/** How much was read: "Read 42,310 words, 8 of 9 sections. Not read: Chapter 4." */
export function coverageLine({ wordsRead, words, sections, sectionsRead, unread = [] }: Coverage): string {
  const read = wordsRead < words ? `${formatCount(wordsRead)} of ${formatCount(words)}` : formatCount(words)
  // A source in one piece has no sections to speak of.
  const parts = sections > 1 ? `, ${formatCount(sectionsRead)} of ${formatCount(sections)} sections` : ''
  const line = `Read ${read} words${parts}.`
  return unread.length === 0 ? line : `${line} Not read: ${listOf(unread)}.`
}

const checkSentences: Record<PageCheck, string> = {
  second_read: 'A second read checked every line against the source.',
  rules: 'Names and numbers were checked against the source.',
  verbatim: 'Every sentence is the source’s own.',
}

function quotesSentence(count: number): string {
  if (count === 1) return 'The quote matches the source word for word.'
  return `${count === 2 ? 'Both' : `All ${formatCount(count)}`} quotes match the source word for word.`
}

/** Sentences about how a summary was verified. Only exact quotes ever reach one. */
export function verificationLines({ page, notableQuotes }: Pick<Summary, 'page' | 'notableQuotes'>): string[] {
  const check = page === null ? [] : [checkSentences[page.check]]
  const isCovered = page?.check === 'verbatim' || notableQuotes.length === 0
  return isCovered ? check : [...check, quotesSentence(notableQuotes.length)]
}

const noticeSentences: Record<PageNotice, string> = {
  short_source: 'The source is too short for an advanced summary.',
  advanced_missing: 'There is no advanced summary: the model wrote too little that the source supports.',
  instructions_in_source: 'The source contains instructions for AI models. They weren’t followed.',
  fiction_extracts: 'This is fiction. The summary shows extracts and doesn’t retell the plot.',
}

/** Sentences a reader of a summary should know: the notices of its page, and what is missing from the source. */
export function noticeLines({ page, sourceInfo }: Pick<Summary, 'page' | 'sourceInfo'>): string[] {
  const notices = (page?.notices ?? []).map((notice) => noticeSentences[notice])
  return sourceInfo?.note === undefined ? notices : [...notices, sourceInfo.note]
}

/** Short name of an engine: "gpt-…" for "openai:gpt-…". */
export function engineName({ id }: Engine): string {
  if (id === 'extractive') return 'the built-in engine'
  return listOf(id.split(',').map((model) => model.slice(model.indexOf(':') + 1)))
}
