import { AppError } from '../../../shared/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { type Actor, authorizeOwner } from '../../platform/actor.ts'
import type { CreateSummaryDeps } from './create-summary.ts'
import { requireEbooks } from './ebooks.ts'
import { isDocumentKept } from './kept-work-repo.ts'
import { type AskDeps, isCrowded, takePlace } from './quota.ts'
import { findReady, lockSummary, restartFailed } from './repo.ts'
import { nameOfMaking } from './same-work.ts'
import { checkTextLimit } from './text-limit.ts'
import type { UploadedFiles } from './uploaded-files.ts'

export interface RetrySummaryDeps extends AskDeps, Pick<CreateSummaryDeps, 'summarizer'> {
  files: Pick<UploadedFiles, 'isKept'>
}

const FILE_GONE = 'The file of this summary is no longer kept. Please upload it again.'

/** A plan may have changed since the summary was asked for. */
function checkPlan(deps: RetrySummaryDeps, actor: Actor, { input, contentType }: SummaryRow): void {
  const plan = deps.planOf(actor)
  if (input?.content !== undefined) checkTextLimit(deps.plans, plan, input.content)
  if (contentType === 'epub') requireEbooks(plan)
}

async function isRepeat(deps: RetrySummaryDeps, tx: Tx, actor: Actor, failed: SummaryRow): Promise<boolean> {
  const { inputHash, userId, input } = failed
  if (inputHash === null || input?.fresh === true) return false
  const { advanced } = deps.planOf(actor)
  const madeWith = nameOfMaking(deps.summarizer.engine, { advanced, language: input?.language })
  return (await findReady(tx, { userId, inputHash, madeWith })) !== undefined
}

/**
 * Makes a failed summary again, from what was sent for it and what was read then: takes one from the quota and queues
 * the work. Where that is refused, the summary stays as it is.
 *
 * @throws AppError `not_found`, `conflict` when it has not failed, `upload_expired` when its file is gone, and what the
 *   quota, the plan and the line of those that wait say
 */
export async function retrySummary(deps: RetrySummaryDeps, actor: Actor, id: string): Promise<SummaryRow> {
  const crowded = await isCrowded(deps)
  return deps.db.transaction(async (tx) => {
    await deps.takeTurn(tx, actor.userId)
    const failed = authorizeOwner(actor, await lockSummary(tx, id), 'summary')
    if (failed.status !== 'failed' || failed.input === null)
      throw new AppError('conflict', 'Only a summary that failed can be tried again.')
    checkPlan(deps, actor, failed)
    const { fileUrl } = failed.input
    if (fileUrl !== undefined && !(await isDocumentKept(tx, id)) && !(await deps.files.isKept(tx, actor, fileUrl)))
      throw new AppError('upload_expired', FILE_GONE)
    const repeat = await isRepeat(deps, tx, actor, failed)
    const { period, priority } = await takePlace(deps, tx, actor, { crowded, isRepeat: repeat })
    const row = await restartFailed(tx, failed, { quotaPeriod: period, updatedAt: deps.clock.now() })
    await deps.enqueue(tx, { summaryId: row.id, userId: actor.userId, priority })
    return row
  })
}
