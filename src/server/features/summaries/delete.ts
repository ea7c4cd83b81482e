import { hours, UNDO_DELETE_MS } from '../../../shared/account/retention.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Context, Tx } from '../../db/database.ts'
import { lockUser } from '../../plans/quota-repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Actor, authorizeOwner } from '../../platform/request-context.ts'
import { releaseUpload } from '../uploads/use-upload.ts'
import { deleteAliasesBefore } from './alias-repo.ts'
import type { SummaryJobContext } from './context.ts'
import { returnReserved } from './persist.ts'
import {
  addToTotals,
  deleteSummary,
  findSummary,
  isEnded,
  lockDeleted,
  lockSummary,
  purgeDeletedBefore,
  restoreDeleted,
  softDelete,
} from './repo.ts'

/**
 * Deletes one of the user's summaries. One that has ended can be brought back for a moment by `restoreSummary`. One that is still being created is canceled, which is final: its quota is returned, unless a model
 * was called or text was shown.
 * @param options.ifFree delete only if that cancels the summary at no cost
 * @throws AppError `not_found`; with `ifFree`, `summary_ended` or `summary_charged`
 */
export async function deleteOwnSummary(
  context: SummaryJobContext,
  actor: Actor,
  id: string,
  { ifFree = false }: { ifFree?: boolean } = {},
): Promise<void> {
  const unneeded = await context.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId)
    const summary = authorizeOwner(actor, await lockSummary(tx, id), 'summary')
    if (isEnded(summary)) {
      if (ifFree) throw new AppError('summary_ended', 'This summary has already ended, so there is nothing to cancel.')
      await softDelete(tx, summary, context.clock.now())
      if (summary.status === 'ready') await addToTotals(tx, summary, -1)
      return undefined
    }
    const counts = summary.progress?.cancelCounts === true
    if (counts && ifFree)
      throw new AppError(
        'summary_charged',
        'This summary is already being written, so canceling it now counts against your plan.',
      )
    await deleteSummary(tx, summary)
    if (!counts) await returnReserved(tx, summary)
    return summary.input?.fileUrl
  })
  await context.hub.publish(id, { type: 'deleted' })
  if (unneeded !== undefined) await releaseUpload(context, unneeded)
}

/** Network delay added to the time in which a deletion can be undone. */
const GRACE_MS = 20_000

/** How long the id and the idempotency key of a request lead to the earlier summary that answered it. */
const ALIASES_KEPT_MS = hours(24)

/** Summaries deleted before this moment can't be restored. */
const restorableSince = (clock: Clock): Date => new Date(clock.now().getTime() - UNDO_DELETE_MS - GRACE_MS)

/**
 * Restores a summary that the user deleted a moment ago. One that exists is returned as it is: the response to an
 * earlier attempt may have been lost.
 * @throws AppError `not_found`, also when it is too late
 */
export async function restoreSummary({ db, clock }: Context, actor: Actor, id: string) {
  return db.transaction(async (tx) => {
    await lockUser(tx, actor.userId)
    const deleted = await lockDeleted(tx, id, restorableSince(clock))
    if (deleted !== undefined) {
      await restoreDeleted(tx, authorizeOwner(actor, deleted, 'summary').id)
      if (deleted.status === 'ready') await addToTotals(tx, deleted, 1)
    }
    return authorizeOwner(actor, await findSummary(tx, id), 'summary')
  })
}

/** Permanently removes all deleted summaries of a restored backup. Their files go with other unused uploads. */
export async function removeDeletedSummaries(tx: Tx): Promise<void> {
  await purgeDeletedBefore(tx, new Date('9999-12-31T00:00:00Z'))
}

/** Permanently removes deleted summaries that can no longer be restored, and their files. Returns their number. */
export async function purgeDeletedSummaries(context: SummaryJobContext): Promise<number> {
  const { db, clock } = context
  const removed = await db.transaction(async (tx) => purgeDeletedBefore(tx, restorableSince(clock)))
  await deleteAliasesBefore(db, new Date(clock.now().getTime() - ALIASES_KEPT_MS))
  for (const fileUrl of removed) if (fileUrl !== undefined) await releaseUpload(context, fileUrl)
  return removed.length
}
