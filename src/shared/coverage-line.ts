import { formatCount, listOf } from './format.ts'
import type { Coverage } from './summary.ts'

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
