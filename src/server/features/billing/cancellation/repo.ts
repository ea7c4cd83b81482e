import { and, asc, desc, eq } from 'drizzle-orm'
import type { Cancellation } from '../../../../shared/billing.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { isWritten } from '../../../db/rows.ts'
import { cancellationRequests, users } from '../../../db/schema/index.ts'

export type CancellationStatus = Cancellation['status']
export type CancellationRow = typeof cancellationRequests.$inferSelect

/** Stored as the answer to a request that its user has withdrawn; no operator has rejected it. */
export const WITHDRAWN = 'Withdrawn: the user chose to keep the plan.'

const columns = {
  request: cancellationRequests,
  user: {
    email: users.email,
    emailVerified: users.emailVerified,
    firstName: users.firstName,
    subscriptionPlan: users.subscriptionPlan,
    subscriptionExpiresAt: users.subscriptionExpiresAt,
    planSource: users.planSource,
    stripeCustomerId: users.stripeCustomerId,
    stripeSubscriptionId: users.stripeSubscriptionId,
  },
}

const selectRequests = (db: Db | Tx) =>
  db.select(columns).from(cancellationRequests).innerJoin(users, eq(users.id, cancellationRequests.userId))

/** A cancellation request with its user. */
export type CancellationWithUser = Awaited<ReturnType<typeof selectRequests>>[number]

/** Lists the requests of all users, oldest first. */
export async function cancellationsWith(
  db: Db | Tx,
  status: CancellationStatus | 'all',
  limit: number,
): Promise<CancellationWithUser[]> {
  return selectRequests(db)
    .where(status === 'all' ? undefined : eq(cancellationRequests.status, status))
    .orderBy(asc(cancellationRequests.createdAt), asc(cancellationRequests.id))
    .limit(limit)
}

export async function findCancellation(db: Db | Tx, id: string): Promise<CancellationWithUser | undefined> {
  const [row] = await selectRequests(db).where(eq(cancellationRequests.id, id))
  return row
}

/** Adds a request; undefined while another one of the user is pending. */
export async function insertCancellation(
  db: Db | Tx,
  { userId, reason }: { userId: string; reason: string },
  now: Date,
): Promise<CancellationRow | undefined> {
  const [row] = await db
    .insert(cancellationRequests)
    .values({ userId, reason, createdAt: now })
    .onConflictDoNothing()
    .returning()
  return row
}

/** Finds a user's pending request to cancel, or else their latest one. */
export async function latestCancellation(db: Db | Tx, userId: string): Promise<CancellationRow | undefined> {
  const [row] = await db
    .select()
    .from(cancellationRequests)
    .where(eq(cancellationRequests.userId, userId))
    .orderBy(desc(eq(cancellationRequests.status, 'pending')), desc(cancellationRequests.createdAt))
    .limit(1)
  return row
}

/** Settles a pending request, found by its id or by its user. False when none is pending. */
export async function settleCancellation(
  db: Db | Tx,
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
