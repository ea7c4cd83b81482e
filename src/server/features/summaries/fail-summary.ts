import type { AppError, ErrorCode } from '../../../shared/errors.ts'
import type { ModelUsage } from '../../../shared/summary.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { EventHub } from './event-hub.ts'
import { forgetWork } from './kept-work-repo.ts'
import { findSummary, lockSummary, updateUnfinished } from './repo.ts'
import type { UploadedFiles } from './uploaded-files.ts'

export interface FailSummaryDeps {
  db: Db
  clock: Clock
  hub: EventHub
  /** Waits until no other change to the person's counters is under way; lasts until the transaction ends. */
  takeTurn: (tx: Tx, userId: string) => Promise<void>
  /** Gives one summary back to the month it was taken from. */
  giveBack: (tx: Tx, userId: string, period: Date) => Promise<void>
  files: Pick<UploadedFiles, 'release'>
}

/** What a person reads when the work died with its process again and again. */
export const INTERRUPTED =
  'This summary was interrupted too often and could not be finished. Nothing was charged; please try again.'

export const isEnded = ({ status }: Pick<SummaryRow, 'status'>): boolean => status === 'ready' || status === 'failed'

/** Whether the source itself is at fault, so that another try has to read it anew. */
const isOfSource = (code: ErrorCode): boolean => /^(?:source|video|url|upload)_|^conflict$/.test(code)

/** Reading took too long; the same bytes may be read in time on another day. */
const mayPass = (code: ErrorCode): boolean => code === 'source_timed_out'

/**
 * A row, locked until the transaction ends. The person comes first, as everywhere: two transactions that lock the same
 * rows in different orders would wait for each other.
 */
export async function lockInTurn(
  tx: Tx,
  takeTurn: FailSummaryDeps['takeTurn'],
  id: string,
): Promise<SummaryRow | undefined> {
  const row = await findSummary(tx, id)
  if (row === undefined) return undefined
  await takeTurn(tx, row.userId)
  return lockSummary(tx, id)
}

/**
 * Ends a summary as failed and gives its quota back, in one transaction. What was sent for it stays, and so does what
 * was read, unless the source is at fault: it can be tried again.
 *
 * @param usage what language models were used for; null where nothing is known
 */
export async function failSummary(
  deps: FailSummaryDeps,
  id: string,
  error: AppError,
  usage: ModelUsage[] | null = null,
): Promise<void> {
  const ended = await deps.db.transaction(async (tx) => {
    const row = await lockInTurn(tx, deps.takeTurn, id)
    if (row === undefined || isEnded(row)) return null
    await updateUnfinished(tx, id, {
      status: 'failed',
      failureCode: error.code,
      failureMessage: error.message,
      progress: null,
      partialText: null,
      quotaPeriod: null,
      usage: usage ?? row.usage,
      updatedAt: deps.clock.now(),
    })
    if (row.quotaPeriod !== null) await deps.giveBack(tx, row.userId, row.quotaPeriod)
    if (isOfSource(error.code)) await forgetWork(tx, id)
    return row
  })
  if (ended === null) return
  const fileUrl = ended.input?.fileUrl
  if (fileUrl !== undefined && isOfSource(error.code) && !mayPass(error.code)) await deps.files.release(fileUrl)
  await deps.hub.publish(id, { type: 'changed' })
}
