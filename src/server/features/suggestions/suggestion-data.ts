import { type DataFile, jsonFile } from '../../db/data-files.ts'
import type { Db } from '../../db/database.ts'
import { suggestionsOf } from './repo.ts'

/** What a person has suggested. */
export async function* suggestionData(db: Db, userId: string): AsyncGenerator<DataFile> {
  const rows = await suggestionsOf(db, userId)
  yield jsonFile(
    'feature-suggestions.json',
    rows.map(({ id, featureType, description, priority, createdAt }) => ({
      id,
      featureType,
      description,
      priority,
      createdAt,
    })),
  )
}
