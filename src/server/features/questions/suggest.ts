import { isBuiltIn } from '../../../shared/summary/model-names.ts'
import { suggestQuestions as suggestFor } from '../../../summarizer/index.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { SummaryJobContext } from '../summaries/context.ts'

/** Blocks at the beginning of a source whose headings are suggested. */
const MAX_BLOCKS = 2000

/**
 * Up to three questions that the source of a summary answers; none for a source without headings that no language model
 * read.
 * @throws AppError `source_not_kept`, `unavailable`
 */
export async function suggestQuestions({ sources }: SummaryJobContext, summary: SummaryRow): Promise<string[]> {
  const { sourceId, engine, page, sourceLanguage, language, title, sourceTitle } = summary
  const { blocks } = await sources.page(sourceId, { from: 0, limit: MAX_BLOCKS })
  const below = blocks.flatMap((block) =>
    block.text === (sourceTitle ?? title) ? [] : [Object.assign(block, { headingPath: [] })],
  )
  const source = { blocks: below, language: sourceLanguage }
  return suggestFor(source, engine === null || isBuiltIn(engine) ? null : page, language)
}
