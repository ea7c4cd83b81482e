import type { Db } from '../../db/database.ts'
import { vectorOf } from './search/vectors.ts'
import { findWithoutWords, writeWords } from './search-repo.ts'

const BATCH = 100

/**
 * Takes the words of summaries that have none, so that a search finds them: those of an older version of the product, of
 * a backup of one, or of one that was still running beside this.
 *
 * @returns how many there were
 */
export async function takeMissingWords(db: Db, signal: AbortSignal): Promise<number> {
  let taken = 0
  for (;;) {
    const rows = signal.aborted ? [] : await findWithoutWords(db, BATCH)
    await writeWords(
      db,
      rows.map(({ id, status, title, basicSummary, keyTakeaways }) => ({
        id,
        title: vectorOf([title]),
        // Until it is ready there is more to come.
        text: status === 'ready' ? vectorOf([basicSummary, ...keyTakeaways]) : null,
      })),
    )
    taken += rows.length
    if (rows.length < BATCH) return taken
  }
}
