import { AppError } from '../../../shared/errors.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { type Actor, authorizeOwner } from '../../platform/actor.ts'
import type { CreateSummaryDeps } from './create-summary.ts'
import { lockSummary, restartFailed } from './repo.ts'

/**
 * Makes a failed summary again, from what was sent for it: takes one from the quota and queues the work.
 *
 * @throws AppError `not_found`, `conflict` when it has not failed, `upload_expired` when its file is gone, and what the
 *   quota says
 */
export async function retrySummary(
  deps: Pick<CreateSummaryDeps, 'db' | 'clock' | 'takeTurn' | 'reserve' | 'enqueue'>,
  actor: Actor,
  id: string,
): Promise<SummaryRow> {
  return deps.db.transaction(async (tx) => {
    await deps.takeTurn(tx, actor.userId)
    const failed = authorizeOwner(actor, await lockSummary(tx, id), 'summary')
    if (failed.status !== 'failed' || failed.input === null) {
      throw new AppError('conflict', 'Only a summary that failed can be tried again.')
    }
    if (failed.input.fileUrl !== undefined) {
      throw new AppError('upload_expired', 'The file of this summary is no longer kept. Please upload it again.')
    }
    const now = deps.clock.now()
    const { period } = await deps.reserve(tx, actor.userId, now)
    const row = await restartFailed(tx, failed, { quotaPeriod: period, updatedAt: now })
    await deps.enqueue(tx, row.id)
    return row
  })
}
