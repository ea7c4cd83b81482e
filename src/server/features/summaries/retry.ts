import { AppError } from '../../../shared/errors.ts'
import { planOf } from '../../../shared/plans/catalogue.ts'
import type { Tx } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { lockUser } from '../../plans/quota-repo.ts'
import { requireFeature } from '../../plans/require-feature.ts'
import { type Actor, authorizeOwner } from '../../platform/request-context.ts'
import { isUsedUploadKept } from '../uploads/use-upload.ts'
import type { SummariesContext } from './context.ts'
import { enqueueSummary, reserveSlot } from './queue.ts'
import { findReady, lockSummary, restartFailed } from './repo.ts'
import { cacheKeyOf, checkTextLimit } from './request.ts'
import { sourceNotKept } from './source-repo.ts'

/** The plan may have changed since the summary was requested. */
function checkPlan({ catalogue }: SummariesContext, actor: Actor, { input, contentType }: SummaryRow): void {
  const plan = planOf(catalogue, actor.plan)
  if (input?.content !== undefined) checkTextLimit(catalogue.plans, plan, input.content)
  if (contentType === 'epub') requireFeature(catalogue.plans, plan, 'ebooks')
  if (input?.redo?.advanced === true) requireFeature(catalogue.plans, plan, 'advanced')
}

async function hasReadySummary(
  { catalogue, pipeline }: SummariesContext,
  tx: Tx,
  actor: Actor,
  { inputHash, userId, input }: SummaryRow,
): Promise<boolean> {
  if (input?.fresh === true) return false
  const { advanced } = planOf(catalogue, actor.plan)
  const cacheKey = cacheKeyOf(pipeline.summarizer.engine, { advanced, language: input?.language })
  return (await findReady(tx, { userId, inputHash, cacheKey })) !== undefined
}

/**
 * Checks that the source of a failed summary can be read again.
 * @throws AppError `upload_expired` or `source_not_kept`
 */
async function requireInput(tx: Tx, actor: Actor, { input, hasSource }: SummaryRow): Promise<void> {
  if (input === null || hasSource) return
  const { url, fileUrl, redo } = input
  if (fileUrl !== undefined && !(await isUsedUploadKept(tx, actor, fileUrl)))
    throw new AppError('upload_expired', 'The file of this summary is no longer kept. Please upload it again.')
  if (redo !== undefined && url === undefined) throw sourceNotKept()
}

/**
 * Retries a failed summary with its stored input and checkpoints: takes one from the quota and enqueues the work.
 * @throws AppError `not_found`, `summary_not_failed`, `upload_expired` when its file is gone, `source_not_kept`, and
 * the errors of the quota, the plan and the queue
 */
export async function retrySummary(context: SummariesContext, actor: Actor, id: string): Promise<SummaryRow> {
  const isFull = await context.positions.isFull()
  return context.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId)
    const failed = authorizeOwner(actor, await lockSummary(tx, id), 'summary')
    if (failed.status !== 'failed' || failed.input === null)
      throw new AppError('summary_not_failed', 'Only a summary that failed can be tried again.')
    checkPlan(context, actor, failed)
    await requireInput(tx, actor, failed)
    const isRepeat = await hasReadySummary(context, tx, actor, failed)
    const { period, priority } = await reserveSlot(context, tx, actor, { isFull, isRepeat })
    const row = await restartFailed(tx, failed, { quotaPeriod: period, updatedAt: context.clock.now() })
    await enqueueSummary(context.queue, tx, row, priority)
    return row
  })
}
