import { type DataFile, jsonFile } from '../../db/data-files.ts'
import type { Db } from '../../db/database.ts'
import { cancellationRequestsOf, paymentEventsOf, planChangesOf } from './repo.ts'

/** What payments keep of a person beside their profile. */
export async function* billingData(db: Db, userId: string): AsyncGenerator<DataFile> {
  const requests = await cancellationRequestsOf(db, userId)
  yield jsonFile(
    'cancellation-requests.json',
    requests.map(({ id, reason, status, createdAt, processedAt, answer }) => ({
      id,
      reason,
      status,
      createdAt,
      processedAt,
      answer,
    })),
  )
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
  yield jsonFile('payment-events.json', await paymentEventsOf(db, userId))
}
