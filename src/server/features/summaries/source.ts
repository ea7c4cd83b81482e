import type { SourceQuery } from '../../../shared/api/contract.ts'
import { type SourceBlock, type SourceMatches, type SourcePage, sourceBlocksSchema } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import { findPattern, rangesOf } from '../../../shared/find-text.ts'
import type { Context } from '../../db/context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Actor, authorizeOwner } from '../../platform/request-context.ts'
import { findSource } from './checkpoint-repo.ts'
import { findSummaryOrEarlier } from './deleted-repo.ts'

/** The blocks of the source that a summary was made from; null if they weren't kept. */
export async function findSourceBlocks(db: Db | Tx, summaryId: string): Promise<SourceBlock[] | null> {
  const json = await findSource(db, summaryId)
  return json === null ? null : sourceBlocksSchema.parse(JSON.parse(json.toString())).blocks
}

/** Maximum number of occurrences that a search returns. */
const MAX_MATCHES = 1000

/** @throws AppError `source_not_kept` when the text of the source was not kept */
export async function requireSource(db: Db | Tx, summaryId: string): Promise<SourceBlock[]> {
  const blocks = await findSourceBlocks(db, summaryId)
  if (blocks !== null) return blocks
  throw new AppError(
    'source_not_kept',
    'The text of this source wasn’t kept. Summarize the source again to read it here.',
  )
}

/** The error for a summary that can't be redone from its source. */
export const sourceNotKept = (): AppError =>
  new AppError(
    'source_not_kept',
    'The text of this source wasn’t kept. Use a fresh copy from the web, or upload or paste the source again.',
  )

/** First block of the page that contains a block; the first page if there is no such block. */
function pageStart(blocks: readonly SourceBlock[], id: string, limit: number): number {
  const index = blocks.findIndex((block) => block.id === id)
  return index === -1 ? 0 : index - (index % limit)
}

/** A page of a source. */
export function sourcePageOf(blocks: readonly SourceBlock[], { from, limit, at }: SourceQuery): SourcePage {
  const start = at === undefined ? from : pageStart(blocks, at, limit)
  return { total: blocks.length, from: start, blocks: blocks.slice(start, start + limit) }
}

/** Occurrences of a text in a source. */
export function matchesIn(blocks: readonly SourceBlock[], text: string): SourceMatches {
  const pattern = findPattern(text)
  const matches = blocks.flatMap((block, index) => rangesOf(block.text, pattern).map(() => index))
  return { total: matches.length, matches: matches.slice(0, MAX_MATCHES) }
}

/**
 * The text that one of the user's summaries was made from.
 *
 * @throws AppError `not_found` when there is no such summary, or it is another user's; `source_not_kept` when its text
 *   was not kept
 */
export async function readSource(context: Pick<Context, 'db'>, actor: Actor, id: string): Promise<SourceBlock[]> {
  const row = authorizeOwner(actor, await findSummaryOrEarlier(context.db, id), 'summary')
  return requireSource(context.db, row.id)
}
