import { AppError } from '../../shared/errors.ts'

/**
 * What is said where there is no room: by PostgreSQL (`disk_full`,
 * https://www.postgresql.org/docs/current/errcodes-appendix.html), and by the system of this process, of the disk and of
 * the share of it that an account may use.
 */
const codes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** Errors wrap each other; no further than this. */
const MAX_DEPTH = 5

/** Whether something could not be written because there is no room for it. */
export function isStorageFull(error: unknown): boolean {
  let inner = error
  for (let depth = 0; depth < MAX_DEPTH && inner instanceof Error; depth += 1) {
    if ('code' in inner && typeof inner.code === 'string' && codes.has(inner.code)) return true
    inner = inner.cause
  }
  return false
}

/** What somebody is told whose request found no room. */
export const storageFull = (cause: unknown): AppError =>
  new AppError(
    'storage_full',
    'There is no room left on the server to save this, so nothing was saved or counted. Please try again later; whoever runs this site has to make room.',
    { cause },
  )
