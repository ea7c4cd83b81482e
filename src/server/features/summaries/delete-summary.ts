import { type Actor, authorizeOwner } from '../../platform/actor.ts'
import { type FailSummaryDeps, isEnded } from './fail-summary.ts'
import { deleteSummary, lockSummary } from './repo.ts'

export type DeleteSummaryDeps = Omit<FailSummaryDeps, 'clock'>

/**
 * Deletes one of the asker's summaries, and what was kept for making it. One that is still being made is cancelled and
 * its quota given back.
 *
 * @throws AppError `not_found` when there is none, or it is another person's
 */
export async function deleteOwnSummary(deps: DeleteSummaryDeps, actor: Actor, id: string): Promise<void> {
  const fileUrl = await deps.db.transaction(async (tx) => {
    await deps.takeTurn(tx, actor.userId)
    const summary = authorizeOwner(actor, await lockSummary(tx, id), 'summary')
    await deleteSummary(tx, summary)
    if (!isEnded(summary) && summary.quotaPeriod !== null) await deps.giveBack(tx, summary.userId, summary.quotaPeriod)
    return summary.input?.fileUrl
  })
  await deps.hub.publish(id, { type: 'deleted' })
  if (fileUrl !== undefined) await deps.files.release(fileUrl)
}
