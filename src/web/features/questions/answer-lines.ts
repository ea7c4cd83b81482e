import { useQuery } from '@tanstack/react-query'
import type { AnswerPassage, Question } from '../../../shared/questions/question.ts'
import type { CitedText } from '../../../shared/summary/citation.ts'
import { questionsQuery } from './questions-api.ts'

/** Maximum number of passages shown at first; a button reveals the others. */
const SHOWN_PASSAGES = 3

/** Number of passages shown at first: the best ones that have words of the question. */
export function shownAtFirst(passages: readonly AnswerPassage[]): number {
  const unmarked = passages.findIndex(({ marks }) => marks.length === 0)
  return Math.min(SHOWN_PASSAGES, Math.max(1, unmarked < 0 ? passages.length : unmarked))
}

/**
 * The blocks of a passage, each with its marks. Those at one location, such as a heading and the paragraph below it, have
 * their citations at the last. One for all where blocks have line breaks themselves.
 */
export function paragraphsOf({ text, marks, citations }: AnswerPassage): AnswerPassage[] {
  const lines = text.split('\n')
  if (lines.length !== citations.length) return [{ text, marks, citations }]
  let from = 0
  let pending: AnswerPassage['citations'] = []
  return lines.map((line, index) => {
    const start = from
    const end = start + line.length
    from = end + 1
    const own = marks.filter((mark) => mark.start >= start && mark.end <= end)
    const cited = [...pending, ...citations.slice(index, index + 1)]
    pending = citations[index]?.label === citations[index + 1]?.label ? cited : []
    return {
      text: line,
      marks: own.map((mark) => ({ start: mark.start - start, end: mark.end - start })),
      citations: pending.length > 0 ? [] : cited,
    }
  })
}

type CitedLine = Pick<CitedText, 'citations'>

/** The lines of an answer that cite the source: its sentences, or the passages shown at first without any. */
function linesOf({ status, outcome, isOutdated, answer, passages }: Question): readonly CitedLine[] {
  if (status !== 'ready' || isOutdated) return []
  if (outcome === 'answered') return answer
  return outcome === 'passages' ? passages.slice(0, shownAtFirst(passages)).flatMap(paragraphsOf) : []
}

const linesOfAll = (questions: readonly Question[]): readonly CitedLine[] => questions.flatMap(linesOf)

const noLines: readonly CitedLine[] = []

/** The lines of all answers about a source that cite it, in the order on the page, as far as the page has loaded them. */
export const useAnswerLines = (id: string): readonly CitedLine[] =>
  useQuery({ ...questionsQuery(id), enabled: false, select: linesOfAll }).data ?? noLines
