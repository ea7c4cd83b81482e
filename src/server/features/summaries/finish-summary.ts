import { type ModelUsage, type SummaryResult, summaryFields } from '../../../shared/summary.ts'
import type { Tx } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { type FailSummaryDeps, isEnded, lockInTurn } from './fail-summary.ts'
import { forgetWork } from './kept-work-repo.ts'
import { replaceByEarlier } from './repeats-repo.ts'
import { findReady, type ReadyFields, updateUnfinished } from './repo.ts'

/** Names the content that was read and the way its summary is made. */
export interface Work {
  contentHash: string
  madeWith: string
}

/** A result that leaves out parts of its source is for whoever asked for it, and is not given out again. */
function newResult(result: SummaryResult, { contentHash, madeWith }: Work): ReadyFields {
  const whole = (result.coverage.unread ?? []).length === 0
  return { ...summaryFields(result), contentHash, madeWith: whole ? madeWith : null }
}

async function finish(
  deps: FailSummaryDeps,
  tx: Tx,
  row: SummaryRow,
  fields: ReadyFields,
  usage: ModelUsage[],
): Promise<void> {
  await updateUnfinished(tx, row.id, {
    ...fields,
    usage,
    status: 'ready',
    progress: null,
    partialText: null,
    input: null,
    updatedAt: deps.clock.now(),
  })
  await forgetWork(tx, row.id)
}

/**
 * Ends a summary as ready. Where the user has another summary of the same content, created in the same way, this one is
 * replaced by it and its quota given back: the same work never counts twice, also when it was begun twice. A summary that
 * was requested as a fresh one stays.
 *
 * @param made the result; null where nothing has been made, so that only an earlier one will do
 * @returns whether the summary has ended now
 */
export async function finishSummary(
  deps: FailSummaryDeps,
  id: string,
  work: Work,
  made: SummaryResult | null,
  usage: ModelUsage[],
): Promise<boolean> {
  const ended = await deps.db.transaction(async (tx) => {
    const row = await lockInTurn(tx, deps.takeTurn, id)
    if (row === undefined || isEnded(row)) return null
    const earlier = row.input?.fresh === true ? undefined : await findReady(tx, { userId: row.userId, ...work })
    if (earlier !== undefined) {
      await replaceByEarlier(tx, row, earlier.id, deps.clock.now())
      if (row.quotaPeriod !== null) await deps.giveBack(tx, row.userId, row.quotaPeriod)
    } else if (made !== null) await finish(deps, tx, row, newResult(made, work), usage)
    else return null
    return row
  })
  if (ended === null) return false
  await deps.hub.publish(id, { type: 'changed' })
  if (ended.input?.fileUrl !== undefined) await deps.files.release(ended.input.fileUrl)
  return true
}
