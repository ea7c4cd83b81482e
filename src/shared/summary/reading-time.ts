import { countWords } from '../text/words.ts'
import type { Summary } from './summary.ts'

/** Silent reading of English, on average (M. Brysbaert, Journal of Memory and Language 109, 2019). */
export const WORDS_PER_MINUTE = 238

const secondsToRead = (words: number): number => (words * 60) / WORDS_PER_MINUTE

type Timed = Pick<
  Summary,
  'sourceInfo' | 'coverage' | 'page' | 'basicSummary' | 'advancedSummary' | 'keyTakeaways' | 'notableQuotes'
>

/** Seconds that a source takes to watch or read, and its summary to read; null unless the summary is shorter. */
export function readingTimes(summary: Timed): { source: number; summary: number } | null {
  const { sourceInfo, coverage, page, basicSummary, advancedSummary, keyTakeaways, notableQuotes } = summary
  const source = sourceInfo?.durationSeconds || secondsToRead(coverage?.words ?? 0)
  const texts = [page?.gist.text, basicSummary, advancedSummary, ...keyTakeaways, ...notableQuotes]
  const own = secondsToRead(countWords(texts.join('\n')))
  return source > own ? { source, summary: own } : null
}
