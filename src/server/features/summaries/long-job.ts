import { AppError } from '../../../shared/errors.ts'
import { defineJobKind, type JobKind, type JobRun } from '../../jobs/job-kind.ts'
import type { EventHub } from './events.ts'

/** Maximum concurrent jobs, per process and per user: of the built-in engine, which computes, and of models. */
const CONCURRENCY = { builtIn: { total: 4, perUser: 2 }, models: { total: 8, perUser: 3 } }

/** Time for work to end by itself after its signal aborts, so that its model usage is known. */
export const ABORT_GRACE_MS = 1000

/** Unexpected errors are retried this often; crashes of the process are bounded by the queue. */
const RETRIES_AFTER_ERROR = 1
/** Interval between checks that the row still exists, in case the event of its deletion was lost. */
const CHECK_EVERY_MS = 3000
/** How long writing the end of a job that ran out of retries is retried: as long as a database may be down. */
const DEAD_LETTER_RETRIES = { limit: 20, delaySeconds: 1, maxDelaySeconds: 60 }

/** Defines a kind of job with a second one that writes the end of those that ran out of retries. */
export function withDeadLetter<T extends object>(
  options: Omit<Parameters<typeof defineJobKind<T>>[0], 'concurrency' | 'perGroup' | 'deadLetter'> & {
    hasModels: boolean
    giveUp: (data: T) => Promise<void>
  },
): [deadLetter: JobKind<T>, kind: JobKind<T>] {
  const { hasModels, giveUp, ...rest } = options
  const { total, perUser } = hasModels ? CONCURRENCY.models : CONCURRENCY.builtIn
  const deadLetter = `${rest.name}-dead-letter`
  return [
    defineJobKind({
      name: deadLetter,
      concurrency: 1,
      expireInSeconds: 60,
      retries: DEAD_LETTER_RETRIES,
      data: rest.data,
      handle: giveUp,
    }),
    defineJobKind({ ...rest, deadLetter, concurrency: total, perGroup: perUser }),
  ]
}

/** Aborts `deleted` when the row of a job is deleted, or was ended elsewhere. */
export function watchDeletion(hub: EventHub, id: string, isGone: () => Promise<boolean>) {
  const deleted = new AbortController()
  const unsubscribe = hub.subscribe(id, (event) => {
    if (event.type === 'deleted') deleted.abort()
  })
  const check = (): void =>
    void isGone()
      .then((gone) => gone && deleted.abort())
      // Nothing is known while the database is unreachable.
      .catch(() => {})
  const timer = setInterval(check, CHECK_EVERY_MS).unref()
  return {
    deleted,
    check,
    stop: () => {
      unsubscribe()
      clearInterval(timer)
    },
  }
}

/** The error that ends a job's row; null to let the queue retry. */
export function finalError(
  error: unknown,
  run: JobRun,
  { timedOut, unexpected }: { timedOut: string | null; unexpected: string },
): AppError | null {
  if (run.signal.aborted) return null
  if (timedOut !== null) return new AppError('timed_out', timedOut, { cause: error })
  if (error instanceof AppError && error.code !== 'internal') return error
  return run.earlierTries >= RETRIES_AFTER_ERROR ? new AppError('internal', unexpected, { cause: error }) : null
}

/** Logs the end of a job. */
export function logEnd(
  run: JobRun,
  line: object,
  messages: { done: string; failed: string },
  failure?: AppError,
): void {
  if (failure === undefined) return run.log.info(line, messages.done)
  const { code, cause } = failure
  if (code === 'internal') run.log.error({ ...line, err: cause ?? failure }, messages.failed)
  else run.log.info({ ...line, code, ...(cause === undefined ? {} : { err: cause }) }, messages.failed)
}
