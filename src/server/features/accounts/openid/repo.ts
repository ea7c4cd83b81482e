import { eq, sql } from 'drizzle-orm'
import type { SignInProvider } from '../../../../shared/redirect-params.ts'
import type { Tx } from '../../../db/database.ts'
import { type UserRow, users } from '../../../db/schema/index.ts'
import { hasEmail } from '../users-repo.ts'

/** Columns with the id of a user's account at each provider. */
export const idColumns = { google: 'googleId', oidc: 'oidcId' } as const satisfies Record<SignInProvider, keyof UserRow>

/** Serializes callbacks of the same account at a provider until the transaction ends. */
export async function lockSubject(tx: Tx, provider: SignInProvider, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${subject}`}, 0))`)
}

/** Finds the user of an account at a provider and locks the row until the transaction ends. */
export async function lockUserBySubject(
  tx: Tx,
  provider: SignInProvider,
  subject: string,
): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users[idColumns[provider]], subject)).for('update')
  return row
}

/** Finds the user with an email, ignoring case, and locks the row until the transaction ends. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(hasEmail(email)).for('update')
  return row
}
