import { and, desc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { countWritten, firstOf, isWritten } from '../../../db/rows.ts'
import { type ApiTokenRow, apiTokens, type UserRow, users } from '../../../db/schema/index.ts'

/** Finds an API token with its user. The time that this takes depends on the hash, so it reveals nothing of a token. */
export const findToken = async (
  db: Db,
  tokenHash: string,
): Promise<{ token: ApiTokenRow; user: UserRow } | undefined> =>
  firstOf(
    db
      .select({ token: apiTokens, user: users })
      .from(apiTokens)
      .innerJoin(users, eq(users.id, apiTokens.userId))
      .where(eq(apiTokens.tokenHash, tokenHash)),
  )

/** Lists a user's API tokens, newest first. */
export async function tokensOf(db: Db, userId: string): Promise<ApiTokenRow[]> {
  return db
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .orderBy(desc(apiTokens.createdAt), apiTokens.id)
}

export async function insertToken(tx: Tx, token: Omit<ApiTokenRow, 'id' | 'lastUsedAt'>): Promise<ApiTokenRow[]> {
  return tx.insert(apiTokens).values(token).returning()
}

export async function touchToken(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.tokenHash, tokenHash))
}

/** Deletes an API token. False when the user has no such token. */
export async function deleteToken(db: Db, userId: string, id: string): Promise<boolean> {
  const isOwn = and(eq(apiTokens.userId, userId), eq(apiTokens.id, id))
  return isWritten(db.delete(apiTokens).where(isOwn))
}

/** Deletes all API tokens of a user. Returns how many. */
export async function deleteTokensOf(db: Db, userId: string): Promise<number> {
  return countWritten(db.delete(apiTokens).where(eq(apiTokens.userId, userId)))
}
