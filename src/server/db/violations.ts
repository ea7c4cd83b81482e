import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** Returns PostgreSQL's error behind a failed statement; null for other errors. */
export function databaseErrorOf(error: unknown): DatabaseError | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DatabaseError ? cause : null
}

// SQLSTATEs: https://www.postgresql.org/docs/current/errcodes-appendix.html

/** Returns whether a statement violated a unique index or constraint of this name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const found = databaseErrorOf(error)
  return found?.code === '23505' && found.constraint === constraint
}

/** Returns whether a statement violated the foreign key of this name. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  const found = databaseErrorOf(error)
  return found?.code === '23503' && found.constraint === constraint
}

/** Returns whether a statement waited longer for a lock than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => databaseErrorOf(error)?.code === '55P03'
