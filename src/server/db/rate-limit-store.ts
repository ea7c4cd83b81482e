import { callbackify } from 'node:util'
import { lte, sql } from 'drizzle-orm'
import type { Clock } from '../platform/clock.ts'
import type { Db, Tx } from './database.ts'
import { onlyOf } from './rows.ts'
import { rateLimits } from './schema/index.ts'

/** Counts a hit of a key, in a window that begins with its first hit. */
export async function countHit(db: Db, key: string, windowMs: number, now: Date) {
  const resetAt = new Date(now.getTime() + windowMs)
  const expired = sql`${rateLimits.resetAt} <= ${now.toISOString()}::timestamptz`
  const set = {
    hits: sql`CASE WHEN ${expired} THEN 1 ELSE ${rateLimits.hits} + 1 END`,
    resetAt: sql`CASE WHEN ${expired} THEN ${resetAt.toISOString()}::timestamptz ELSE ${rateLimits.resetAt} END`,
  }
  const first = db.insert(rateLimits).values({ key, hits: 1, resetAt })
  const row = await onlyOf(first.onConflictDoUpdate({ target: rateLimits.key, set }).returning())
  return { current: row.hits, ttl: Math.max(0, row.resetAt.getTime() - now.getTime()) }
}

export async function removeExpiredHits(db: Db, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lte(rateLimits.resetAt, now))
}

/** Removes the counters whose keys contain a user's id or an account's hash. */
export async function removeHitsOf(tx: Tx, key: string): Promise<void> {
  await tx.delete(rateLimits).where(sql`strpos(${rateLimits.key}, ${key}) > 0`)
}

/** Creates a store for @fastify/rate-limit in a table, so that all processes share the counters. */
export function rateLimitStore(db: Db, clock: Clock) {
  const count = callbackify(async (key: string, windowMs: number) => countHit(db, key, windowMs, clock.now()))
  return class DatabaseStore {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
    ): void {
      count(key, windowMs, callback)
    }

    child(): DatabaseStore {
      return this
    }
  }
}
