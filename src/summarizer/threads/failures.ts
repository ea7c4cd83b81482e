import { AppError } from '../../shared/errors.ts'
import type { ThreadEnded } from '../../threads/thread-pool.ts'
import type { SummarizeFailure } from './messages.ts'

/** Cause of an error that crossed threads: its message is the error's stack, or its own cause. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure'
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

/** Describes an error for the main thread. */
export function failureOf(error: unknown): SummarizeFailure {
  if (error instanceof AppError) {
    const { code, message, cause } = error
    return { code, message, detail: cause === undefined ? null : describe(cause) }
  }
  const detail = error instanceof Error ? (error.stack ?? describe(error)) : describe(error)
  // V8's own limits: the stack, the length of a string or an array.
  if (error instanceof RangeError) {
    const message = 'This source is too complex to summarize. Try a shorter one.'
    return { code: 'source_too_complex', message, detail }
  }
  return { code: null, message: 'The summarizer failed.', detail }
}

/** Restores the error from a failure. */
export function errorOf({ code, message, detail }: SummarizeFailure): Error {
  const options = detail === null ? {} : { cause: new ThreadFailure(detail) }
  return code === null ? new Error(message, options) : new AppError(code, message, options)
}

/** The error for a summary whose thread was ended. */
export function errorOfEnd(ended: ThreadEnded): Error {
  if (ended.end === 'cancelled') return new AppError('cancelled', 'The summary was canceled.', { cause: ended })
  if (ended.end === 'crash') return ended
  return new AppError(
    'source_too_complex',
    'This source takes too much memory to summarize, so it was stopped. Try a shorter one.',
    { cause: ended },
  )
}
