import { PlanCatalogueError } from '../server/plans/load-catalogue.ts'
import { ConfigError } from '../server/platform/config.ts'
import { AppError, type ErrorCode } from '../shared/errors.ts'
import { FAILED, INTERRUPTED } from './exit-codes.ts'
import { type Terminal, write } from './terminal.ts'

/** A failure as the command answers it. */
export interface Failure {
  code: ErrorCode
  message: string
}

/** What to tell of anything that was thrown. Only what nobody foresaw is 'internal'. */
export function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  if (error instanceof ConfigError || error instanceof PlanCatalogueError)
    return { code: 'invalid_input', message: error.message }
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message: `Something went wrong that should not have: ${reason}` }
}

/**
 * Tells a failure in words on standard error, and with `json` as an object on standard output too.
 *
 * @returns the exit code
 */
export async function reportFailure(
  terminal: Terminal,
  error: unknown,
  { json, signal }: { json: boolean; signal: AbortSignal },
): Promise<number> {
  const failure = failureOf(error)
  if (json) await write(terminal.output, `${JSON.stringify({ error: failure }, null, 2)}\n`)
  await write(terminal.errors, `precis: ${failure.message}\n`)
  return signal.aborted ? INTERRUPTED : FAILED
}
