import { hours, UNDO_DELETE_MS } from '../../../shared/retention.ts'
import type { Summary } from '../../../shared/summary.ts'
import type { Tx } from '../../db/database.ts'
import { type Actor, authorizeOwner } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { bringBack, lockPutAway, removePutAwayBefore } from './deleted-repo.ts'
import type { ReadSummaryDeps } from './read-summary.ts'
import { deleteRepeatsBefore } from './repeats-repo.ts'
import { findSummary } from './repo.ts'
import { toSummary } from './to-summary.ts'
import type { UploadedFiles } from './uploaded-files.ts'

export interface RestoreSummaryDeps extends ReadSummaryDeps {
  clock: Clock
  takeTurn: (tx: Tx, userId: string) => Promise<void>
}

/** What a slow network may add to the time that people are offered. */
const GRACE_MS = 20_000

/** How long the id and the idempotency key of a repeat lead to the earlier summary. */
const REPEATS_KEPT_MS = hours(24)

/** What was deleted before this moment stays deleted. */
const tooLate = (clock: Clock): Date => new Date(clock.now().getTime() - UNDO_DELETE_MS - GRACE_MS)

/**
 * Brings back one of the asker's summaries that was deleted a moment ago. One that is there is answered as it is: the
 * answer to an earlier try may have been lost.
 *
 * @throws AppError `not_found` when there is none, it is another person's, or it is too late
 */
export async function restoreSummary(deps: RestoreSummaryDeps, actor: Actor, id: string): Promise<Summary> {
  const row = await deps.db.transaction(async (tx) => {
    await deps.takeTurn(tx, actor.userId)
    const deleted = await lockPutAway(tx, id)
    if (deleted !== undefined && deleted.deletedAt >= tooLate(deps.clock))
      await bringBack(tx, authorizeOwner(actor, deleted, 'summary'))
    return authorizeOwner(actor, await findSummary(tx, id), 'summary')
  })
  return toSummary(row, deps.rightsOf(actor))
}

export interface RemoveDeletedDeps {
  db: ReadSummaryDeps['db']
  clock: Clock
  files: Pick<UploadedFiles, 'release'>
}

/**
 * Removes for good what was deleted, once it is too late to bring it back. A file whose removal a crash prevents goes
 * with what is old.
 *
 * @returns how many there were
 */
export async function removeDeletedSummaries({ db, clock, files }: RemoveDeletedDeps): Promise<number> {
  const removed = await removePutAwayBefore(db, tooLate(clock))
  await deleteRepeatsBefore(db, new Date(clock.now().getTime() - REPEATS_KEPT_MS))
  for (const { fileUrl } of removed) if (fileUrl !== null) await files.release(fileUrl)
  return removed.length
}
