import type { Block, ExtractedDocument } from '../../shared/document.ts'
import type { SummaryPage } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { findFrontMatter } from '../front-matter.ts'
import tables from './suggested-questions.json' with { type: 'json' }

const SUGGESTIONS = 3
const MAX_TOPIC_WORDS = 9
const MAX_TOPIC_CHARACTERS = 70

const about = new Map(Object.entries(tables.about))

/** Topics of a source in its order: the headings below its own title. */
function headingsOf({ blocks }: Pick<ExtractedDocument, 'blocks'>): string[] {
  const matter = findFrontMatter(blocks)
  const isBelowTitle = (block: Block): boolean => block.type === 'heading' && block.level !== 1 && !matter.has(block)
  return blocks.filter(isBelowTitle).map(({ text }) => text)
}

/** Members of a list, evenly spread over it. */
const spread = <T>(list: readonly T[], most: number): T[] =>
  list.filter((_, at) => Math.floor((at * most) / list.length) !== Math.floor(((at - 1) * most) / list.length))

function toQuestion(topic: string, language: string | null): string {
  if (/[?？؟]$/u.test(topic)) return topic
  const pattern = about.get(language?.split('-')[0]?.toLowerCase() ?? 'en')
  return pattern === undefined ? `${topic}?` : pattern.replace('{topic}', () => topic)
}

/**
 * Suggests up to three questions that a source answers: about what its takeaways are labeled with, where a language model
 * wrote the page, else about its headings.
 *
 * @param page null if a model didn't write it
 * @param pageLanguage BCP 47 tag of the page; null if unknown
 */
export function suggestQuestions(
  document: Pick<ExtractedDocument, 'blocks' | 'language'>,
  page: Pick<SummaryPage, 'takeaways'> | null,
  pageLanguage: string | null,
): string[] {
  const fits = (topic: string): boolean =>
    topic !== '' && topic.length <= MAX_TOPIC_CHARACTERS && countWords(topic) <= MAX_TOPIC_WORDS
  const questionsOf = (topics: readonly string[], language: string | null): string[] => {
    const different = [...new Set(topics.map((topic) => topic.trim().replace(/[.:：]$/u, '')))].filter(fits)
    return spread(different, SUGGESTIONS).map((topic) => toQuestion(topic, language))
  }
  const labels = page?.takeaways.map(({ label }) => label) ?? []
  const fromPage = questionsOf(labels, pageLanguage)
  return [...fromPage, ...questionsOf(headingsOf(document), document.language)].slice(0, SUGGESTIONS)
}
