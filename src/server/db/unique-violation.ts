/** SQLSTATE of a row that a unique index does not let in (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const UNIQUE_VIOLATION = '23505'

/** Errors wrap each other; no further than this. */
const MAX_DEPTH = 5

/** Whether a statement failed because a unique index or constraint, by its name, already has what was to be written. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  let inner = error
  for (let depth = 0; depth < MAX_DEPTH && inner instanceof Error; depth += 1) {
    if ('code' in inner && inner.code === UNIQUE_VIOLATION && 'constraint' in inner) {
      return inner.constraint === constraint
    }
    inner = inner.cause
  }
  return false
}
