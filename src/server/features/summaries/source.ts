import type { SourceQuery } from '../../../shared/api/calls.ts'
import { type SourcePage, sourceBlocksSchema } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Context } from '../../db/context.ts'
import type { Db } from '../../db/database.ts'
import { type Actor, authorizeOwner } from '../../platform/actor.ts'
import { findSource } from './checkpoint-repo.ts'
import { findSummaryOrEarlier } from './deleted-repo.ts'

/** The blocks of the source that a summary was made from; null if they weren't kept. */
export async function findSourceBlocks(db: Db, summaryId: string): Promise<SourcePage['blocks'] | null> {
  const json = await findSource(db, summaryId)
  return json === null ? null : sourceBlocksSchema.parse(JSON.parse(json.toString())).blocks
}

/**
 * A page of the text that one of the user's summaries was made from.
 *
 * @throws AppError `not_found` when there is no such summary, or it is another user's; `source_not_kept` when its text
 *   was not kept
 */
export async function readSource(
  context: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
  { from, limit }: SourceQuery,
): Promise<SourcePage> {
  const row = authorizeOwner(actor, await findSummaryOrEarlier(context.db, id), 'summary')
  const blocks = await findSourceBlocks(context.db, row.id)
  if (blocks === null) {
    throw new AppError(
      'source_not_kept',
      'The text of this source wasn’t kept. Summarize the source again to read it here.',
    )
  }
  return { total: blocks.length, blocks: blocks.slice(from, from + limit) }
}
