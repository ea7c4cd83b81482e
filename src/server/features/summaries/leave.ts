import type { Tx } from '../../db/database.ts'
import type { EventHub } from './event-hub.ts'
import { unfinishedIds } from './summary-data-repo.ts'

/**
 * A person leaves. Their rows go with them; who still makes a summary of theirs, or watches one, is told afterwards.
 *
 * @returns what tells them
 */
export async function leaveSummaries({ hub }: { hub: EventHub }, tx: Tx, userId: string): Promise<() => Promise<void>> {
  const ids = await unfinishedIds(tx, userId)
  return async () => {
    for (const id of ids) await hub.publish(id, { type: 'deleted' })
  }
}
