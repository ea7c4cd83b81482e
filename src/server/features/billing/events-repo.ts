import { and, eq, lt } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { billingEvents } from '../../db/schema/index.ts'

/** Writes down that an event has come. False when it had come before. */
export async function insertEvent(tx: Tx, event: typeof billingEvents.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(billingEvents).values(event).onConflictDoNothing().returning({ id: billingEvents.id })
  return rows.length > 0
}

/** Among events, that the person who was a customer has deleted their account. */
const LEFT = 'left'

/** Writes down that the person who was a customer leaves; it is kept as long as an event. */
export async function insertLeft(tx: Tx, customerId: string, receivedAt: Date): Promise<void> {
  await insertEvent(tx, { id: `${LEFT}:${customerId}`, type: LEFT, customerId, receivedAt })
}

/** Whether the person who was a customer is known to have left. */
export async function hasLeft(db: Db | Tx, customerId: string): Promise<boolean> {
  const rows = await db
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(and(eq(billingEvents.id, `${LEFT}:${customerId}`), eq(billingEvents.type, LEFT)))
  return rows.length > 0
}

/** Removes events that came before a moment. */
export async function deleteEventsBefore(db: Db | Tx, before: Date): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, before))
}
