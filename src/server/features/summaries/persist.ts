import { AppError, type ErrorCode, faultOf } from '../../../shared/errors.ts'
import { readingTimes } from '../../../shared/summary/reading-time.ts'
import type { ModelUsage, SummaryResult } from '../../../shared/summary/summary.ts'
import { titleSourceOf } from '../../../shared/summary/summary-text.ts'
import type { Tx } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { lockUser, reserveFromQuota, reserveSummary, returnSummary, returnToQuota } from '../../plans/quota-repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { releaseUpload } from '../uploads/use-upload.ts'
import { replaceByEarlier } from './alias-repo.ts'
import { deleteCheckpoints } from './checkpoint-repo.ts'
import type { SummaryJobContext } from './context.ts'
import { isQuotaExhausted } from './queue.ts'
import {
  addToTotals,
  findReady,
  findSummary,
  findUnfinishedSince,
  isEnded,
  lockSummary,
  overwriteSummary,
  updateUnfinished,
} from './repo.ts'
import { deleteUnusedSources, forgetDocument } from './source-repo.ts'

/** Shown for a summary whose process died again and again. */
export const INTERRUPTED =
  'This summary was interrupted too often, so we couldn’t finish it. Nothing was charged; please try again.'

/** Locks a summary, its user first, as everywhere, to avoid deadlocks; null if it was deleted or has ended. */
async function lockUnfinished(tx: Tx, id: string): Promise<SummaryRow | null> {
  const found = await findSummary(tx, id)
  if (found === undefined) return null
  await lockUser(tx, found.userId)
  const row = await lockSummary(tx, id)
  return row === undefined || isEnded(row) ? null : row
}

/** Whether the input itself was rejected, so that a retry must read it again. */
const isInputFault = (code: ErrorCode): boolean => faultOf(code) === 'source' || faultOf(code) === 'upload'

/** Returns what a summary reserved: itself, and the minutes of its recording. */
export async function returnReserved(
  tx: Tx,
  { userId, quotaPeriod, audioMinutes, audioPeriod }: SummaryRow,
): Promise<void> {
  if (quotaPeriod !== null) await returnSummary(tx, userId, quotaPeriod)
  if (audioPeriod !== null) await returnToQuota(tx, 'audioMinutesPerMonth', userId, audioPeriod, audioMinutes ?? 0)
}

async function writeFailed(
  tx: Tx,
  id: string,
  error: AppError,
  { now, usage }: { now: Date; usage: ModelUsage[] | null },
): Promise<SummaryRow | null> {
  const row = await lockUnfinished(tx, id)
  if (row === null) return null
  await updateUnfinished(tx, id, {
    status: 'failed',
    failureCode: error.code,
    failureMessage: error.message,
    progress: null,
    partialPage: null,
    quotaPeriod: null,
    audioPeriod: null,
    usage: usage ?? row.usage,
    updatedAt: now,
  })
  await returnReserved(tx, row)
  if (isInputFault(error.code)) {
    await deleteCheckpoints(tx, id)
    await forgetDocument(tx, row.sourceId)
  }
  return row
}

/**
 * Ends a summary as failed and returns its quota, in one transaction. Keeps the input for a retry, and the checkpoints
 * unless the input was rejected. The usage is null if it is unknown.
 */
export async function failSummary(
  context: SummaryJobContext,
  id: string,
  error: AppError,
  usage: ModelUsage[] | null = null,
): Promise<void> {
  const now = context.clock.now()
  const failed = await context.db.transaction(async (tx) => writeFailed(tx, id, error, { now, usage }))
  if (failed === null) return
  const fileUrl = failed.input?.fileUrl
  // The same bytes may be read in time on another attempt.
  const mayPass = error.code === 'source_timed_out'
  if (fileUrl !== undefined && isInputFault(error.code) && !mayPass) await releaseUpload(context, fileUrl)
  await context.hub.publish(id, { type: 'changed' })
}

/** Identifies the content that was read and the options of its summary. */
export interface CacheKey {
  contentHash: string
  cacheKey: string
}

/** Moves a finished redo into the summary that it replaces, and its id leads there. It stays if that one was deleted. */
async function replaceRedone(tx: Tx, id: string, originalId: string, now: Date): Promise<void> {
  const [redone, original] = [await findSummary(tx, id), await lockSummary(tx, originalId)]
  if (redone === undefined || original?.userId !== redone.userId) return
  // The user may have renamed it meanwhile.
  const title = titleSourceOf(original, original.page) === 'user' ? original.title : redone.title
  await overwriteSummary(tx, originalId, redone, title)
  await addToTotals(tx, original, -1)
  await replaceByEarlier(tx, redone, { summaryId: originalId, isRedo: true }, now)
  await deleteUnusedSources(tx, [original.sourceId])
}

/**
 * Ends a summary as ready. Where the user has another summary of the same content, created in the same way, this one is
 * replaced by it and its quota returned: the same work never counts twice, also when it was begun twice. A summary that
 * was requested as a fresh one stays.
 * @param result null before anything was summarized, to end the summary only if an earlier one exists
 * @returns whether the summary has ended
 */
export async function finishSummary(
  context: SummaryJobContext,
  id: string,
  key: CacheKey,
  result: SummaryResult | null,
  usage: ModelUsage[],
): Promise<boolean> {
  const now = context.clock.now()
  const ended = await context.db.transaction(async (tx) => {
    const row = await lockUnfinished(tx, id)
    if (row === null) return null
    const earlier = row.input?.fresh === true ? undefined : await findReady(tx, { userId: row.userId, ...key })
    if (earlier !== undefined) {
      await replaceByEarlier(tx, row, { summaryId: earlier.id, isRedo: false }, now)
      await returnReserved(tx, row)
      return row
    }
    if (result === null) return null
    const times = readingTimes({ ...result, sourceInfo: row.sourceInfo })
    const savedSeconds = times === null ? 0 : Math.round(times.source - times.summary)
    const cleared = { progress: null, partialPage: null, input: null }
    await updateUnfinished(
      tx,
      id,
      {
        title: row.input?.title || (result.page.title ?? row.title),
        ...result,
        savedSeconds,
        // One that leaves out parts of its source is not reused for later requests.
        cacheKey: (result.coverage.unread ?? []).length === 0 ? key.cacheKey : null,
        ...cleared,
        usage,
        status: 'ready',
        updatedAt: now,
      },
      row,
    )
    await addToTotals(tx, { userId: row.userId, savedSeconds }, 1)
    await deleteCheckpoints(tx, id)
    if (row.input?.redo?.replace === true) await replaceRedone(tx, id, row.input.redo.of, now)
    return row
  })
  if (ended === null) return false
  await context.hub.publish(id, { type: 'changed' })
  if (ended.input?.fileUrl !== undefined) await releaseUpload(context, ended.input.fileUrl)
  return true
}

const CHANGED = 'This page has changed since you last summarized it, so it would be a new summary.'

/**
 * Reserves quota for a summary that was accepted without, as a repeat, and turned out to be new.
 * @throws AppError `upgrade_required` or `quota_exhausted`
 */
export async function reserveLate({ db, clock, catalogue }: SummaryJobContext, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockUnfinished(tx, id)
    if (row === null || row.quotaPeriod !== null) return
    try {
      const { period } = await reserveSummary(tx, catalogue, row.userId, clock.now())
      await updateUnfinished(tx, id, { quotaPeriod: period })
    } catch (error) {
      if (!isQuotaExhausted(error)) throw error
      throw new AppError(error.code, `${CHANGED} ${error.message}`, { cause: error })
    }
  })
}

/**
 * Reserves minutes of a recording, of which earlier ones count: the whole is `minutes`.
 * @throws AppError `upgrade_required` or `quota_exhausted`
 */
export async function reserveMinutes(
  { db, clock, catalogue }: SummaryJobContext,
  id: string,
  minutes: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockUnfinished(tx, id)
    const reserved = row?.audioPeriod == null ? 0 : (row.audioMinutes ?? 0)
    if (row === null || minutes <= reserved) return
    // Together, so that a message names the length of the recording, and a new month has them all.
    if (row.audioPeriod !== null) await returnToQuota(tx, 'audioMinutesPerMonth', row.userId, row.audioPeriod, reserved)
    const now = clock.now()
    const { period } = await reserveFromQuota(tx, catalogue, 'audioMinutesPerMonth', row.userId, now, minutes)
    await updateUnfinished(tx, id, { audioMinutes: minutes, audioPeriod: period })
  })
}

/** Later than any summary. */
const ALWAYS = new Date('9999-12-31T00:00:00Z')
/** Far longer than the time between the end of a job and of its row. */
const STUCK_AFTER_MS = 30 * 60_000
const BATCH = 100

const LOST =
  'This summary was unfinished when this server was restored from a backup, so its progress is lost. Nothing was charged; please try again.'

/**
 * Fails all unfinished summaries of a restored backup, whose jobs are gone, within its transaction; returns their
 * number.
 */
export async function failUnfinished(tx: Tx, clock: Clock): Promise<number> {
  let failed = 0
  for (;;) {
    const rows = await findUnfinishedSince(tx, ALWAYS, BATCH)
    for (const { id } of rows)
      await writeFailed(tx, id, new AppError('internal', LOST), { now: clock.now(), usage: null })
    failed += rows.length
    if (rows.length < BATCH) return failed
  }
}

/** Fails summaries whose job is gone because its last attempt died with its process; returns their number. */
export async function failStuckSummaries(context: SummaryJobContext, hasJob: (summaryId: string) => Promise<boolean>) {
  const before = new Date(context.clock.now().getTime() - STUCK_AFTER_MS)
  let failed = 0
  for (const { id } of await findUnfinishedSince(context.db, before, BATCH)) {
    if (await hasJob(id)) continue
    await failSummary(context, id, new AppError('internal', INTERRUPTED))
    failed += 1
  }
  return failed
}
