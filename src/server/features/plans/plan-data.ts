import { type DataFile, jsonFile } from '../../db/data-files.ts'
import type { Db } from '../../db/database.ts'
import { planChangesOf } from './plan-changes-repo.ts'

/** What is kept of the plans that operators have set for a person. */
export async function* planData(db: Db, userId: string): AsyncGenerator<DataFile> {
  const changes = await planChangesOf(db, userId)
  yield jsonFile(
    'plan-changes.json',
    // Who of the operator's people it was is about them.
    changes.map(({ fromPlan, toPlan, expiresAt, reason, createdAt }) => ({
      fromPlan,
      toPlan,
      expiresAt,
      reason,
      createdAt,
    })),
  )
}
