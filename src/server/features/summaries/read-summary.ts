import type { Summary } from '../../../shared/summary.ts'
import type { Db } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { type Actor, authorizeOwner } from '../../platform/actor.ts'
import { findSummaryOrEarlier } from './repeats-repo.ts'
import { type Rights, toSummary } from './to-summary.ts'
import type { WaitingLine } from './waiting-line.ts'

export interface ReadSummaryDeps {
  db: Db
  rightsOf: (actor: Actor) => Rights
  /** The summaries that wait. */
  line: Pick<WaitingLine, 'aheadOf'>
}

/** With how many are before it, where it waits. */
export async function withPlace(line: ReadSummaryDeps['line'], row: SummaryRow): Promise<SummaryRow> {
  if (row.status !== 'queued' || row.progress?.stage !== 'queued') return row
  const ahead = await line.aheadOf(row.id)
  return ahead === null ? row : { ...row, progress: { ...row.progress, ahead } }
}

/**
 * One of the user's summaries, as their plan lets them see it. The id of a repeat leads to the earlier summary.
 *
 * @throws AppError `not_found` when there is none, or it is another person's
 */
export async function readSummary({ db, rightsOf, line }: ReadSummaryDeps, actor: Actor, id: string): Promise<Summary> {
  const row = authorizeOwner(actor, await findSummaryOrEarlier(db, id), 'summary')
  return toSummary(await withPlace(line, row), rightsOf(actor))
}
