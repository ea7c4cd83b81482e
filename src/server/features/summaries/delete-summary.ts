import type { Db, Tx } from '../../db/database.ts'
import { type Actor, authorizeOwner } from '../../platform/actor.ts'
import type { EventHub } from './event-hub.ts'
import { deleteSummary, lockSummary } from './repo.ts'
import type { UploadedFiles } from './uploaded-files.ts'

export interface DeleteSummaryDeps {
  db: Db
  hub: EventHub
  giveBack: (tx: Tx, userId: string, period: Date) => Promise<void>
  files: Pick<UploadedFiles, 'release'>
}

/**
 * Deletes one of the asker's summaries. One that is still being made is cancelled, its quota given back and its
 * file removed.
 *
 * @throws AppError `not_found` when there is none, or it is another person's
 */
export async function deleteOwnSummary(deps: DeleteSummaryDeps, actor: Actor, id: string): Promise<void> {
  const fileUrl = await deps.db.transaction(async (tx) => {
    const summary = authorizeOwner(actor, await lockSummary(tx, id), 'summary')
    await deleteSummary(tx, summary)
    const unfinished = summary.status !== 'ready' && summary.status !== 'failed'
    if (unfinished && summary.quotaPeriod !== null) await deps.giveBack(tx, summary.userId, summary.quotaPeriod)
    return summary.input?.fileUrl
  })
  await deps.hub.publish(id, { type: 'deleted' })
  if (fileUrl !== undefined) await deps.files.release(fileUrl)
}
