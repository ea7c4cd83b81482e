import type { Block, ExtractedDocument } from '../../shared/document.ts'
import type { SummaryPage } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { findFrontMatter } from '../front-matter.ts'
import { createPassageIndex, findPassages } from './rank-passages.ts'
import tables from './suggested-questions.json' with { type: 'json' }

const SUGGESTIONS = 3
const MAX_TOPIC_WORDS = 9
const MAX_TOPIC_CHARACTERS = 70
const MAX_QUESTION_CHARACTERS = 120
const isQuestion = /[?？؟;]$/u

/** Best passages of which one must have a block that a question is said to be answered by. */
const BEST_PASSAGES = 5

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

/** A question proposed by a model, and the ids of the blocks that answer it, according to the model. */
interface ProposedQuestion {
  text: string
  blocks: readonly string[]
}

/**
 * The proposed questions that a document answers, up to three. A question in the document's language must lead to a
 * passage with one of its blocks; words in another language can't be compared, so that its blocks must only exist.
 *
 * @param language BCP 47 tag of the questions; null if unknown
 */
export async function answerableQuestions(
  document: ExtractedDocument,
  proposed: readonly ProposedQuestion[],
  language: string | null,
): Promise<string[]> {
  const fitting = proposed
    .filter(({ text, blocks }) => isQuestion.test(text) && text.length <= MAX_QUESTION_CHARACTERS && blocks.length > 0)
    .slice(0, SUGGESTIONS)
  if (fitting.length === 0) return []
  const subtag = (tag: string | null): string | undefined => tag?.split('-')[0]?.toLowerCase()
  if (subtag(language) !== subtag(document.language)) {
    const ids = new Set(document.blocks.map(({ id }) => id))
    return fitting.filter(({ blocks }) => blocks.some((id) => ids.has(id))).map(({ text }) => text)
  }
  const index = await createPassageIndex([document])
  return fitting
    .filter(({ text, blocks }) =>
      findPassages(index, [text], { count: BEST_PASSAGES, onlyMatches: true }).some(({ pieces }) =>
        pieces.some(({ block }) => blocks.includes(block.id)),
      ),
    )
    .map(({ text }) => text)
}

/**
 * Suggests up to three questions that a source answers: those that a language model proposed with the page, else about
 * what its takeaways are labeled with, where a model wrote them, else about its headings.
 *
 * @param page null if a model didn't write it
 * @param pageLanguage BCP 47 tag of the page; null if unknown
 */
export function suggestQuestions(
  document: Pick<ExtractedDocument, 'blocks' | 'language'>,
  page: Pick<SummaryPage, 'takeaways' | 'questions'> | null,
  pageLanguage: string | null,
): string[] {
  const fits = (topic: string): boolean =>
    topic !== '' && topic.length <= MAX_TOPIC_CHARACTERS && countWords(topic) <= MAX_TOPIC_WORDS
  const questionsOf = (topics: readonly string[], language: string | null): string[] => {
    const different = [...new Set(topics.map((topic) => topic.trim().replace(/[.:：]$/u, '')))].filter(fits)
    return spread(different, SUGGESTIONS).map((topic) => toQuestion(topic, language))
  }
  const proposed = page?.questions ?? []
  const labels = proposed.length === 0 ? (page?.takeaways.map(({ label }) => label) ?? []) : []
  const fromPage = [...proposed, ...questionsOf(labels, pageLanguage)]
  return [...fromPage, ...questionsOf(headingsOf(document), document.language)].slice(0, SUGGESTIONS)
}
