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

const inAllLanguages = (wordsOf: (words: MissingFactWords) => string[]): string[] =>
  summaryLanguages.flatMap((language) => wordsOf(missingFactWordsOf(language)).map(fold))

const allWords = inAllLanguages((words) => Object.values(words))
/** The words for missing facts alone. A task without an owner is not missing: its passage describes it. */
const absences = inAllLanguages(({ notMentioned, notKnown }) => [notMentioned, notKnown])
/** Their words, which are not names: "None". */
export const missingFactVocabulary: ReadonlySet<string> = new Set(allWords.flatMap((words) => words.split(' ')))

/** Maximum words; longer lines contain other statements. */
const MAX_WORDS = 12

/** Whether the cells of a line report a missing fact and nothing else: "Price: not mentioned". */
export function reportsAbsence(cells: readonly string[], reports: readonly string[] = allWords): boolean {
  if (countWords(cells.join(' ')) > MAX_WORDS) return false
  return cells.map(fold).some((cell) => reports.some((words) => cell.startsWith(words) || cell.endsWith(words)))
}

/** A page whose lines that report a missing fact cite nothing: no passage has what is missing. Rows of tables have more. */
export function withoutCitationsOfAbsence(page: SummaryPage): SummaryPage {
  const bare = (parts: readonly PagePart[]): PagePart[] =>
    parts.map((part) => ({
      ...part,
      lines: part.lines.map((line) =>
        part.form !== 'table' && reportsAbsence(line.cells, absences) ? { ...line, citations: [] } : line,
      ),
    }))
  return { ...page, keyParts: bare(page.keyParts), parts: bare(page.parts) }
}
