import { pageHeadings } from '../../../shared/summary/page-headings.ts'
import type { PagePart, SummaryPage } from '../../../shared/summary/summary-page.ts'
import { summaryLanguages } from '../../../shared/text/languages.ts'
import { countWords } from '../../../shared/text/words.ts'
import translations from './missing-facts.json' with { type: 'json' }

/** The words with which a page reports a missing fact, in one language. */
interface MissingFactWords {
  notMentioned: string
  noneAssigned: string
  notKnown: string
}

/** The words in the language of a page, given as a BCP 47 tag; in English if there is no translation. */
export function missingFactWordsOf(tag: string | null): MissingFactWords {
  const { language, notMentioned } = pageHeadings(tag)
  return { notMentioned, ...translations[language] }
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()

const allWords = summaryLanguages.flatMap((language) => Object.values(missingFactWordsOf(language)).map(fold))
/** Their words, which are not names: "None". */
export const missingFactVocabulary: ReadonlySet<string> = new Set(allWords.flatMap((words) => words.split(' ')))

/** Maximum words; longer lines contain other statements. */
const MAX_WORDS = 12

/** Whether the cells of a line report a missing fact and nothing else: "Price: not mentioned". */
export function reportsAbsence(cells: readonly string[]): boolean {
  if (countWords(cells.join(' ')) > MAX_WORDS) return false
  return cells.map(fold).some((cell) => allWords.some((words) => cell.startsWith(words) || cell.endsWith(words)))
}

/** The words for a task of nobody, whose passage says what the task is. */
const unassigned = new Set(summaryLanguages.map((language) => fold(missingFactWordsOf(language).noneAssigned)))

/** A page whose lines that report a missing fact cite nothing: no passage says what is missing. Rows of tables have more. */
export function withoutCitationsOfAbsence(page: SummaryPage): SummaryPage {
  const isAbsence = (cells: readonly string[]): boolean =>
    reportsAbsence(cells) && !cells.map(fold).some((cell) => [...unassigned].some((words) => cell.endsWith(words)))
  const bare = (parts: readonly PagePart[]): PagePart[] =>
    parts.map((part) => ({
      ...part,
      lines: part.lines.map((line) =>
        part.form !== 'table' && isAbsence(line.cells) ? { ...line, citations: [] } : line,
      ),
    }))
  return { ...page, keyParts: bare(page.keyParts), parts: bare(page.parts) }
}
