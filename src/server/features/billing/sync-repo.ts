import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { type UserRow, users } from '../../db/schema/index.ts'
import { customerColumns } from './customer-repo.ts'

const billingColumns = { ...customerColumns, billingVersion: users.billingVersion }

/** What is stored of a person as a customer. */
export type BillingRow = Pick<UserRow, keyof typeof billingColumns>

/** The person who is a customer of the payment provider. */
export async function findCustomer(db: Db | Tx, customerId: string): Promise<BillingRow | undefined> {
  const [row] = await db.select(billingColumns).from(users).where(eq(users.stripeCustomerId, customerId))
  return row
}

/** The same, locked until the transaction ends. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<BillingRow | undefined> {
  const [row] = await tx.select(billingColumns).from(users).where(eq(users.stripeCustomerId, customerId)).for('update')
  return row
}

/** Writes what is stored of a person as a customer. */
export async function writeBilling(
  tx: Tx,
  userId: string,
  fields: Partial<Omit<BillingRow, 'id'> & Pick<UserRow, 'billingSyncedAt' | 'updatedAt'>>,
): Promise<void> {
  await tx.update(users).set(fields).where(eq(users.id, userId))
}

/** What a person has as a customer, by their own id; undefined where there is no such person. */
export async function findCustomerOf(db: Db | Tx, userId: string): Promise<{ customerId: string | null } | undefined> {
  const [row] = await db.select({ customerId: users.stripeCustomerId }).from(users).where(eq(users.id, userId))
  return row
}

/** Makes a person who is no customer yet one. False where the person is one by now, or gone. */
export async function adoptCustomer(db: Db | Tx, userId: string, customerId: string): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(users.id, userId), isNull(users.stripeCustomerId)))
    .returning({ id: users.id })
  return rows.length > 0
}
