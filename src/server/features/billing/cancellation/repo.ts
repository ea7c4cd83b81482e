import { and, asc, desc, eq } from 'drizzle-orm'
import type { Cancellation } from '../../../../shared/account/billing.ts'
import type { Db } from '../../../db/database.ts'
import { firstOf, isWritten } from '../../../db/rows.ts'
import { cancellationRequests, users } from '../../../db/schema/index.ts'

export type CancellationStatus = Cancellation['status']
export type CancellationRow = typeof cancellationRequests.$inferSelect

/** Stored as the answer to a request that its user has withdrawn; no operator has rejected it. */
export const WITHDRAWN = 'Withdrawn: the user chose to keep the plan.'

const columns = { request: cancellationRequests, user: users }

const selectRequests = (db: Db) =>
  db.select(columns).from(cancellationRequests).innerJoin(users, eq(users.id, cancellationRequests.userId))

export type CancellationWithUser = Awaited<ReturnType<typeof selectRequests>>[number]

/** Lists the requests of all users, oldest first. */
export async function cancellationsWith(db: Db, status: CancellationStatus | 'all', limit: number) {
  return selectRequests(db)
    .where(status === 'all' ? undefined : eq(cancellationRequests.status, status))
    .orderBy(asc(cancellationRequests.createdAt), asc(cancellationRequests.id))
    .limit(limit)
}

export const findCancellation = async (db: Db, id: string): Promise<CancellationWithUser | undefined> =>
  firstOf(selectRequests(db).where(eq(cancellationRequests.id, id)))

/** Adds a request; undefined while another one of the user is pending. */
export const insertCancellation = async (db: Db, { userId, reason }: { userId: string; reason: string }, now: Date) =>
  firstOf(db.insert(cancellationRequests).values({ userId, reason, createdAt: now }).onConflictDoNothing().returning())

/** Finds a user's pending request to cancel, or else their latest one. */
export const latestCancellation = async (db: Db, userId: string): Promise<CancellationRow | undefined> =>
  firstOf(
    db
      .select()
      .from(cancellationRequests)
      .where(eq(cancellationRequests.userId, userId))
      .orderBy(desc(eq(cancellationRequests.status, 'pending')), desc(cancellationRequests.createdAt))
      .limit(1),
  )

/** Settles a pending request, found by its id or by its user. False when none is pending. */
export async function settleCancellation(
  db: Db,
  request: { id: string } | { userId: string },
  { status, answer }: { status: 'processed' | 'rejected'; answer: string | null },
  now: Date,
): Promise<boolean> {
  const isWanted =
    'id' in request ? eq(cancellationRequests.id, request.id) : eq(cancellationRequests.userId, request.userId)
  return isWritten(
    db
      .update(cancellationRequests)
      .set({ status, answer, processedAt: now })
      .where(and(isWanted, eq(cancellationRequests.status, 'pending'))),
  )
}
