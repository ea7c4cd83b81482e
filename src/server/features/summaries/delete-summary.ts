import { type Actor, authorizeOwner } from '../../platform/actor.ts'
import { deleteSummary, putAway } from './deleted-repo.ts'
import { type FailSummaryDeps, isEnded } from './fail-summary.ts'
import { lockSummary } from './repo.ts'

export type DeleteSummaryDeps = FailSummaryDeps

/**
 * Deletes one of the asker's summaries: nobody finds it any more, and for a moment `restoreSummary` can bring it back,
 * with what was kept for making it. One that is still being made is cancelled and its quota given back, and that is
 * final: the work is lost, and bringing it back would mean to ask for it anew.
 *
 * @throws AppError `not_found` when there is none, or it is another person's
 */
export async function deleteOwnSummary(deps: DeleteSummaryDeps, actor: Actor, id: string): Promise<void> {
  const unneeded = await deps.db.transaction(async (tx) => {
    await deps.takeTurn(tx, actor.userId)
    const summary = authorizeOwner(actor, await lockSummary(tx, id), 'summary')
    if (isEnded(summary)) {
      await putAway(tx, summary, deps.clock.now())
      return undefined
    }
    await deleteSummary(tx, summary)
    if (summary.quotaPeriod !== null) await deps.giveBack(tx, summary.userId, summary.quotaPeriod)
    return summary.input?.fileUrl
  })
  await deps.hub.publish(id, { type: 'deleted' })
  if (unneeded !== undefined) await deps.files.release(unneeded)
}
