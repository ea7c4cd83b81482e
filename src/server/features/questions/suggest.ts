import type { SourceBlock } from '../../../shared/document.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { SummaryJobContext } from '../summaries/context.ts'

const MAX_SUGGESTIONS = 3
/** Blocks at the beginning of a source whose headings are suggested. */
const MAX_BLOCKS = 2000
/** Lengths of headings that name a topic, in characters. */
const LENGTHS = { min: 4, max: 70 }

/** Questions that the headings of a source suggest: the headings themselves where they are questions. */
function suggestionsOf(blocks: readonly SourceBlock[], title: string): string[] {
  const headings = blocks
    .filter(({ type, text }) => type === 'heading' && text !== title)
    .map(({ text }) => text.trim())
    .filter(({ length }) => length >= LENGTHS.min && length <= LENGTHS.max)
  const topics = [...new Set(headings)]
  const chosen = Array.from(
    { length: MAX_SUGGESTIONS },
    (_, at) => topics[Math.floor((at * topics.length) / MAX_SUGGESTIONS)],
  )
  return [...new Set(chosen)].flatMap((topic) => {
    if (topic === undefined) return []
    return [/[?？؟]$/u.test(topic) ? topic : `What does it say about “${topic}”?`]
  })
}

/**
 * Up to three questions that the source of a summary answers; none for a source without headings.
 * @throws AppError `source_not_kept`, `unavailable`
 */
export async function suggestQuestions({ sources }: SummaryJobContext, summary: SummaryRow): Promise<string[]> {
  const { blocks } = await sources.page(summary.sourceId, { from: 0, limit: MAX_BLOCKS })
  return suggestionsOf(blocks, summary.sourceTitle ?? summary.title)
}
