import { AppError } from '../../../shared/errors.ts'
import { type FailSummaryDeps, failSummary, INTERRUPTED } from './fail-summary.ts'
import { findUnfinishedSince } from './repo.ts'

export interface FailStuckDeps extends FailSummaryDeps {
  /** Whether a job for the summary is waiting or running. */
  hasJob: (summaryId: string) => Promise<boolean>
}

/** Far longer than the time between a job's end and its row's. */
const STUCK_AFTER_MS = 30 * 60_000
const BATCH = 100

/**
 * Ends summaries that nobody is working on any more: their job is gone, because its last try died with its process. Their
 * quota is given back.
 *
 * @returns how many there were
 */
export async function failStuckSummaries(deps: FailStuckDeps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - STUCK_AFTER_MS)
  let failed = 0
  for (const row of await findUnfinishedSince(deps.db, before, BATCH)) {
    if (await deps.hasJob(row.id)) continue
    await failSummary(deps, row.id, new AppError('internal', INTERRUPTED))
    failed += 1
  }
  return failed
}
