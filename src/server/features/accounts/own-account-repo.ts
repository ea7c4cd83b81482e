import { and, desc, eq, gt } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { emailLinks, type UserRow, users } from '../../db/schema/index.ts'

/** Changes a person's name; undefined when the person is gone. */
export async function writeName(
  db: Db | Tx,
  userId: string,
  { firstName, lastName }: { firstName: string; lastName: string },
  now: Date,
): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ firstName, lastName, updatedAt: now })
    .where(eq(users.id, userId))
    .returning()
  return row
}

/** The new address that a person has asked for and not confirmed yet. */
export async function findPendingEmail(db: Db | Tx, userId: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ email: emailLinks.email })
    .from(emailLinks)
    .where(and(eq(emailLinks.userId, userId), eq(emailLinks.purpose, 'change'), gt(emailLinks.expiresAt, now)))
    .orderBy(desc(emailLinks.createdAt))
    .limit(1)
  return row?.email ?? null
}
