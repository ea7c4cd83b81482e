import type { Summary } from '../../../shared/summary.ts'
import type { Db } from '../../db/database.ts'
import { type Actor, authorizeOwner } from '../../platform/actor.ts'
import { findSummary } from './repo.ts'
import { type Rights, toSummary } from './to-summary.ts'

export interface ReadSummaryDeps {
  db: Db
  rightsOf: (actor: Actor) => Rights
}

/**
 * One of the asker's summaries, as their plan lets them see it.
 *
 * @throws AppError `not_found` when there is none, or it is another person's
 */
export async function readSummary({ db, rightsOf }: ReadSummaryDeps, actor: Actor, id: string): Promise<Summary> {
  return toSummary(authorizeOwner(actor, await findSummary(db, id), 'summary'), rightsOf(actor))
}
