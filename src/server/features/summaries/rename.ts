import { AppError } from '../../../shared/errors.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { type Actor, authorizeOwner } from '../../platform/request-context.ts'
import type { SummariesContext } from './context.ts'
import { lockSummary, updateTitle } from './repo.ts'

/**
 * Renames one of the user's finished summaries. An unfinished one gets its title from the source later.
 *
 * @throws AppError `not_found` when there is none, or it is another user's; `summary_not_ready`
 */
export async function renameSummary(
  { db }: Pick<SummariesContext, 'db'>,
  actor: Actor,
  id: string,
  title: string,
): Promise<SummaryRow> {
  return db.transaction(async (tx) => {
    const row = authorizeOwner(actor, await lockSummary(tx, id), 'summary')
    if (row.status !== 'ready') throw new AppError('summary_not_ready', 'You can rename this summary when it is ready.')
    return updateTitle(tx, row, title)
  })
}
