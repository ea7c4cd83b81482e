import { AppError } from '../../../shared/errors.ts'
import type { Tx } from '../../db/database.ts'
import { EventHub } from './event-hub.ts'
import { type FailSummaryDeps, failSummary } from './fail-summary.ts'
import { findUnfinishedSince } from './repo.ts'

/** Later than any summary. */
const ALWAYS = new Date('9999-12-31T00:00:00Z')
const BATCH = 100

const LOST =
  'This summary was being made when a backup was taken, and the work on it is lost. Nothing was charged; please try again.'

/**
 * Ends all summaries that are being made, within a transaction: the jobs that made them are gone. Their quota is given
 * back.
 *
 * @returns how many there were
 */
export async function failUnfinished(
  tx: Tx,
  deps: Pick<FailSummaryDeps, 'clock' | 'takeTurn' | 'giveBack'>,
): Promise<number> {
  // Nobody watches a summary of a database that is being restored, and what was sent for it stays.
  const hub = new EventHub(() => {})
  const files = { release: async () => {} }
  let failed = 0
  for (;;) {
    const rows = await findUnfinishedSince(tx, ALWAYS, BATCH)
    for (const { id } of rows) await failSummary({ ...deps, db: tx, hub, files }, id, new AppError('internal', LOST))
    failed += rows.length
    if (rows.length < BATCH) return failed
  }
}
