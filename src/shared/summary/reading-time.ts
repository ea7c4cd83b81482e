import { countWords } from '../text/words.ts'
import { wholeText } from './partial-page.ts'
import type { Summary } from './summary.ts'

/** Silent reading of English, on average (M. Brysbaert, Journal of Memory and Language 109, 2019). */
const WORDS_PER_MINUTE = 238

export const secondsToRead = (words: number): number => (words * 60) / WORDS_PER_MINUTE

type Timed = Pick<Summary, 'sourceInfo' | 'coverage' | 'page'>

/** Seconds that a source takes to watch or read, and its summary to read; null unless the summary is shorter. */
export function readingTimes({ sourceInfo, coverage, page }: Timed): { source: number; summary: number } | null {
  const source = sourceInfo?.durationSeconds || secondsToRead(coverage?.words ?? 0)
  const own = secondsToRead(page === null ? 0 : countWords(wholeText(page)))
  return source > own ? { source, summary: own } : null
}
