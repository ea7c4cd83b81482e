import { type SourceBlock, sourceBlocksSchema } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
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
