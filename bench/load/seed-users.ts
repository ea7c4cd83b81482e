import { fastifyCookie } from '@fastify/cookie'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../src/server/db/database.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { sessions, summaries, users } from '../../src/server/db/schema/index.ts'
import { hashOf, newKey, sessionCookieName } from '../../src/server/features/accounts/session/session-plugin.ts'
import { endOf } from '../../src/server/features/accounts/session/sessions-repo.ts'
import { addOthers, addReader } from '../search/load.ts'

/** A signed-in user with summaries. */
export interface Member {
  userId: string
  cookie: string
  summaryIds: string[]
}

export interface Signing {
  secret: string
  /** Whether the product runs in production mode. */
  secure: boolean
}

/** Number of different texts. */
const TEXTS = 1000
/** Number of signed-in browsers of all users together. */
const BROWSERS = 400

/** Secret of the session cookies. */
export const SECRET = 'known to this bench and to nobody else'

/** Creates sessions without passwords; one cookie per id, which may repeat. */
export async function signIn(db: Db, userIds: readonly string[], { secret, secure }: Signing): Promise<string[]> {
  const now = new Date()
  const keys = userIds.map((userId) => ({ userId, key: newKey() }))
  await db.insert(sessions).values(
    keys.map(({ userId, key }) => ({
      idHash: hashOf(key),
      userId,
      createdAt: now,
      lastSeenAt: now,
      authenticatedAt: now,
      expiresAt: endOf(now),
    })),
  )
  return keys.map(({ key }) => `${sessionCookieName(secure)}=${encodeURIComponent(fastifyCookie.sign(key, secret))}`)
}

/**
 * Fills a database with users and their summaries.
 * @returns as many browsers, whatever the size
 */
export async function fill(db: Db, clients: number, each: number, signing: Signing): Promise<Member[]> {
  const source = await addReader(db, 'source@example.com', TEXTS)
  await addOthers(db, source, clients, each)
  await db.delete(summaries).where(eq(summaries.userId, source))
  await db.delete(users).where(eq(users.id, source))
  await db.execute(sql`VACUUM (FULL, ANALYZE) summaries`)
  const rows = await rowsOf(
    db,
    sql`SELECT user_id, array_agg(id) AS ids FROM summaries GROUP BY user_id ORDER BY user_id LIMIT ${BROWSERS}`,
  )
  const found = rows.map((row) => ({ userId: String(row['user_id']), summaryIds: [row['ids']].flat().map(String) }))
  // With fewer users, each has more browsers, so that session lookups cost the same.
  const browsers = Array.from({ length: BROWSERS }, (_, n) => found[n % found.length]!)
  const cookies = await signIn(
    db,
    browsers.map(({ userId }) => userId),
    signing,
  )
  await db.execute(sql`VACUUM ANALYZE`)
  return browsers.map((member, n) => Object.assign({ cookie: cookies[n]! }, member))
}
