import { type DataFile, jsonFile } from '../../db/data-files.ts'
import type { Db } from '../../db/database.ts'
import { cancellationRequestsOf } from './repo.ts'

/** What a person has written to have their subscription canceled. */
export async function* billingData(db: Db, userId: string): AsyncGenerator<DataFile> {
  const rows = await cancellationRequestsOf(db, userId)
  yield jsonFile(
    'cancellation-requests.json',
    rows.map(({ id, reason, status, createdAt, processedAt }) => ({ id, reason, status, createdAt, processedAt })),
  )
}
