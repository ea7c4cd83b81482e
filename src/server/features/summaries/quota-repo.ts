import { and, eq, notInArray } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { summaries } from '../../db/schema/index.ts'

/** Has a person's summaries in the making hold what they took of one month as taken of another. */
export async function moveReservations(tx: Tx, userId: string, from: Date, to: Date): Promise<void> {
  await tx
    .update(summaries)
    .set({ quotaPeriod: to })
    .where(
      and(
        eq(summaries.userId, userId),
        eq(summaries.quotaPeriod, from),
        notInArray(summaries.status, ['ready', 'failed']),
      ),
    )
}
