import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { billingEvents, cancellationRequests, users } from '../../db/schema/index.ts'

/** All of a person's requests to cancel their subscription, the oldest first. */
export async function cancellationRequestsOf(db: Db | Tx, userId: string) {
  return db
    .select()
    .from(cancellationRequests)
    .where(eq(cancellationRequests.userId, userId))
    .orderBy(asc(cancellationRequests.createdAt))
}

/** What the payment provider has told of a person, the oldest first. */
export async function paymentEventsOf(db: Db | Tx, userId: string) {
  return db
    .select({ id: billingEvents.id, type: billingEvents.type, receivedAt: billingEvents.receivedAt })
    .from(billingEvents)
    .innerJoin(users, eq(users.stripeCustomerId, billingEvents.customerId))
    .where(eq(users.id, userId))
    .orderBy(asc(billingEvents.receivedAt))
}
