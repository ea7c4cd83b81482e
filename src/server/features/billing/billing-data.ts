import { type DataFile, jsonFile } from '../../db/data-files.ts'
import type { Db } from '../../db/database.ts'
import { cancellationRequestsOf, paymentEventsOf } from './repo.ts'

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
  yield jsonFile('payment-events.json', await paymentEventsOf(db, userId))
}
