import { AppError } from '../../../shared/errors.ts'
import { type Actor, authorizeOwner } from '../../platform/actor.ts'
import { deleteSummary, putAway } from './deleted-repo.ts'
import { type FailSummaryDeps, isEnded } from './fail-summary.ts'
import { lockSummary } from './repo.ts'

export type DeleteSummaryDeps = FailSummaryDeps

const COUNTS_NOW = 'This summary is already being written, so canceling it now counts against your plan.'
const HAS_ENDED = 'This summary has already ended, so there is nothing to cancel.'

/**
 * Deletes one of the user's summaries. One that has ended can be brought back for a moment by `restoreSummary`, with its
 * checkpoints. One that is still being created is canceled, which is final: its quota is given back, unless a model was
 * called or text was shown.
 *
 * @param options.ifFree delete only if that cancels the summary at no cost
 * @throws AppError `not_found` when there is none, or it is another user's; `conflict` when it is not free although it
 *   was asked for only if free
 */
export async function deleteOwnSummary(
  deps: DeleteSummaryDeps,
  actor: Actor,
  id: string,
  { ifFree = false }: { ifFree?: boolean } = {},
): Promise<void> {
  const unneeded = await deps.db.transaction(async (tx) => {
    await deps.takeTurn(tx, actor.userId)
    const summary = authorizeOwner(actor, await lockSummary(tx, id), 'summary')
    if (isEnded(summary)) {
      if (ifFree) throw new AppError('conflict', HAS_ENDED)
      await putAway(tx, summary, deps.clock.now())
      return undefined
    }
    const counts = summary.progress?.cancelCounts === true
    if (counts && ifFree) throw new AppError('conflict', COUNTS_NOW)
    await deleteSummary(tx, summary)
    if (!counts && summary.quotaPeriod !== null) await deps.giveBack(tx, summary.userId, summary.quotaPeriod)
    return summary.input?.fileUrl
  })
  await deps.hub.publish(id, { type: 'deleted' })
  if (unneeded !== undefined) await deps.files.release(unneeded)
}
