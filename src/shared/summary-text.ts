import { formatCount, listOf } from './format.ts'
import type { Coverage } from './summary.ts'

/** A part of a summary: its title, if any, and its paragraphs. */
export interface SummaryPart {
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
