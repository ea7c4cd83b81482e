/** SQLSTATEs of rows that the database does not take (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const LOCK_NOT_AVAILABLE = '55P03'

/** Errors wrap each other; no further than this. */
const MAX_DEPTH = 5

/** Of an error and those that it wraps, the one with this SQLSTATE; null where there is none. */
function errorOf(error: unknown, state: string): Error | null {
  let inner = error
  for (let depth = 0; depth < MAX_DEPTH && inner instanceof Error; depth += 1) {
    if ('code' in inner && inner.code === state) return inner
    inner = inner.cause
  }
  return null
}

function violates(error: unknown, state: string, constraint: string): boolean {
  const found = errorOf(error, state)
  return found !== null && 'constraint' in found && found.constraint === constraint
}

/** Whether a statement failed because a unique index or constraint, by its name, already has what was to be written. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean =>
  violates(error, UNIQUE_VIOLATION, constraint)

/** Whether a statement failed because what a row belongs to, by the name of the foreign key, is not there. */
export const isForeignKeyViolation = (error: unknown, constraint: string): boolean =>
  violates(error, FOREIGN_KEY_VIOLATION, constraint)

/** Whether a statement gave up waiting for a table that others are using, as `lock_timeout` has it. */
export const isLockTimeout = (error: unknown): boolean => errorOf(error, LOCK_NOT_AVAILABLE) !== null
