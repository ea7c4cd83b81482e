import { ConfigError } from '../server/platform/config.ts'
import { AppError, type ErrorCode } from '../shared/errors.ts'

/** A failure as the command answers it. */
export interface Failure {
  code: ErrorCode
  message: string
}

/** What to tell of anything that was thrown. Only what nobody foresaw is 'internal'. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  if (error instanceof ConfigError) return { code: 'invalid_input', message: error.message }
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message: `Something went wrong that should not have: ${reason}` }
}
