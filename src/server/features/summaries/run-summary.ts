import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import type { ModelUsage } from '../../../shared/summary.ts'
import type { JobRun } from '../../jobs/queue.ts'
import { failSummary, INTERRUPTED, isEnded } from './fail-summary.ts'
import { openKeptWork } from './kept-work.ts'
import { type MakeSummaryDeps, makeSummary } from './make-summary.ts'
import { ProgressReporter } from './progress-reporter.ts'
import { findStatus, findSummary, updateUnfinished } from './repo.ts'

export interface RunSummaryDeps extends MakeSummaryDeps {
  /** Longest one summary may take, whatever it waits for. */
  timeLimitMs: number
  /** Told of each summary that has ended, and what language models were used for it. */
  onEnd?: (end: { outcome: string; seconds: number; usage: readonly ModelUsage[] }) => void
}

/** Unexpected failures are tried again this often; crashes of the process are bounded by the queue. */
const RETRIES_AFTER_ERROR = 1
/** How often the work looks whether it is still wanted: a deletion is noticed although its message was lost. */
const LOOK_EVERY_MS = 3000

/** How long a stage may take to hear that it has to end. */
const LEAVE_BEHIND_MS = 1000

const UNEXPECTED = 'Something went wrong on our side while making this summary. Nothing was charged; please try again.'
const TIMED_OUT =
  'This summary took longer than it may and was stopped. Nothing was charged. Please try again; if it happens again, try a shorter source.'

/** What to do about an error: end the summary with it, or (null) let the queue try again. */
function finalError(error: unknown, run: JobRun, timedOut: boolean): AppError | null {
  if (run.signal.aborted) return null
  if (timedOut) return new AppError('timed_out', TIMED_OUT, { cause: error })
  if (error instanceof AppError && error.code !== 'internal') return error
  return run.earlierTries >= RETRIES_AFTER_ERROR ? new AppError('internal', UNEXPECTED, { cause: error }) : null
}

/**
 * The work, but no longer than until the signal fires. A stage that hears the signal has a moment to end, so that it is
 * known what it has cost; one that does not is left behind.
 */
async function unlessAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  work.catch(() => {})
  const over = new AbortController()
  const cut = async (): Promise<never> => {
    if (!signal.aborted) await once(signal, 'abort', { signal: over.signal })
    await sleep(LEAVE_BEHIND_MS, undefined, { signal: over.signal })
    throw signal.reason
  }
  const left = cut()
  left.catch(() => {})
  try {
    await Promise.race([work, left])
  } finally {
    over.abort()
  }
}

/** Aborts when a summary is deleted, or was ended as failed elsewhere. */
function watchForEnd(deps: RunSummaryDeps, id: string) {
  const gone = new AbortController()
  const unsubscribe = deps.hub.subscribe(id, (event) => {
    if (event.type === 'deleted') gone.abort()
  })
  const look = (): void =>
    void findStatus(deps.db, id)
      .then((status) => (status === undefined || status === 'failed') && gone.abort())
      // A database that does not answer says nothing about the summary.
      .catch(() => {})
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return {
    gone: gone.signal,
    look,
    stop: () => {
      unsubscribe()
      clearInterval(timer)
    },
  }
}

/** One line a summary: what it took, and how it ended. */
function tellEnd(
  { onEnd }: RunSummaryDeps,
  { run, summaryId, startedAt }: { run: JobRun; summaryId: string; startedAt: number },
  usage: ModelUsage[] | null,
  failure?: AppError,
): void {
  const seconds = Math.round((performance.now() - startedAt) / 10) / 100
  const line = { summaryId, seconds, usage: usage ?? [] }
  onEnd?.({ outcome: failure?.code ?? 'ready', seconds, usage: line.usage })
  if (failure === undefined) run.log.info(line, 'summary made')
  else if (failure.code === 'internal') run.log.error({ ...line, err: failure.cause ?? failure }, 'summary failed')
  else if (failure.cause === undefined) run.log.info({ ...line, code: failure.code }, 'summary failed')
  else run.log.info({ ...line, code: failure.code, err: failure.cause }, 'summary failed')
}

/**
 * The job behind a summary: reads the source, summarizes it, tells everyone who watches. It can be run any number of
 * times: a summary that has ended is left alone, one that was deleted is not made.
 */
export async function runSummary(deps: RunSummaryDeps, summaryId: string, run: JobRun): Promise<void> {
  const row = await findSummary(deps.db, summaryId)
  if (row === undefined || isEnded(row) || row.input === null) return
  if (run.lastTry) return failSummary(deps, summaryId, new AppError('internal', INTERRUPTED))

  const startedAt = performance.now()
  const { gone, look, stop } = watchForEnd(deps, summaryId)
  const timeLimit = AbortSignal.timeout(deps.timeLimitMs)
  const signal = AbortSignal.any([run.signal, gone, timeLimit])
  const onError = (error: unknown): void => run.log.warn({ err: error, summaryId }, 'progress could not be told')
  const reporter = new ProgressReporter({ ...deps, onGone: look, onError }, row)
  const kept = openKeptWork({ ...deps, log: run.log }, summaryId)
  let { usage } = row
  const onUsage = (now: ModelUsage[]): void => {
    usage = now
  }
  try {
    await unlessAborted(signal, makeSummary(deps, { row, input: row.input, reporter, kept, signal, onUsage }))
    tellEnd(deps, { run, summaryId, startedAt }, usage)
  } catch (error) {
    await reporter.close()
    if (gone.aborted) {
      run.log.info({ summaryId, usage: usage ?? [] }, 'summary was deleted while it was being made')
      return
    }
    const final = finalError(error, run, timeLimit.aborted)
    if (final === null) {
      await updateUnfinished(deps.db, summaryId, { usage })
      throw error
    }
    tellEnd(deps, { run, summaryId, startedAt }, usage, final)
    await failSummary(deps, summaryId, final, usage)
  } finally {
    await reporter.close()
    stop()
  }
}
