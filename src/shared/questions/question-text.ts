import type { Citation } from '../summary/citation.ts'
import type { PagePart } from '../summary/summary-page.ts'
import { asQuotation } from '../text/format.ts'
import type { Question } from './question.ts'

/** Sentence above the passages of an answer; null above an answer in sentences. */
export function leadOf({ outcome, passages, summaryId }: Question): string | null {
  const source = summaryId === null ? 'Your sources don’t' : 'The source doesn’t'
  if (outcome === 'not_found') return `${source} say.${passages.length === 0 ? '' : ' The nearest passages:'}`
  if (outcome !== 'passages') return null
  if (passages.length === 0)
    return `No passage ${summaryId === null ? 'of your sources' : 'of the source'} matches your question.`
  return summaryId === null
    ? 'These passages of your sources match your question.'
    : 'These passages of the source match your question.'
}

const labelsOf = (citations: readonly Citation[]): string => {
  const labels = [...new Set(citations.map(({ label }) => label))]
  return labels.length === 0 ? '' : ` (${labels.join(', ')})`
}

/** A question with its answer as plain text, for the clipboard. */
export function questionAsText(question: Question): string {
  const { answer, passages } = question
  const lead = leadOf(question)
  return [
    question.question,
    answer.map(({ text, citations }) => `${text}${labelsOf(citations)}`).join(' '),
    lead ?? '',
    ...(lead === null ? [] : passages.map(({ text, citations }) => `${asQuotation(text)}${labelsOf(citations)}`)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Heading of the questions in exports. */
export const QUESTIONS = 'Questions'

/** Questions with their answers as parts of a page, oldest first, for exports. */
export function questionParts(questions: readonly Question[]): PagePart[] {
  return questions
    .filter(({ status }) => status === 'ready')
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    .map((question) => {
      const lead = leadOf(question)
      const passages = lead === null ? [] : question.passages
      const lines = [
        ...question.answer.map(({ text, citations }) => ({ cells: [text], citations })),
        ...(lead === null ? [] : [{ cells: [lead], citations: [] }]),
        ...passages.map(({ text, citations }) => ({ cells: [asQuotation(text)], citations })),
      ]
      return { title: question.question, form: 'text', header: [], lines }
    })
}
