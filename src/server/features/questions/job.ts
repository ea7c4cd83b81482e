import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { ModelUsage } from '../../../shared/summary/summary.ts'
import type { QuestionRow, Reply } from '../../db/schema/index.ts'
import { defineJobKind, type JobKind, type JobRun } from '../../jobs/job-kind.ts'
import { abandonOnAbort } from '../../platform/concurrency.ts'
import { traced } from '../../platform/request-context.ts'
import type { SummaryJobContext } from '../summaries/context.ts'
import { recordModelUsage } from '../summaries/model-usage-repo.ts'
import { type Answered, answerQuestion } from './answer.ts'
import { ANSWER, usesModels } from './context.ts'
import { failQuestion, finishQuestion, INTERRUPTED, savePartial } from './persist.ts'
import { findQuestion, isEnded } from './repo.ts'

/** Maximum concurrent answers, per process and per user: passages of sources, and answers of models. */
const CONCURRENCY = { builtIn: { total: 4, perUser: 2 }, models: { total: 8, perUser: 3 } }
/** Longest attempt, also with a self-hosted model, which may write slowly. */
const TIME_LIMIT_MS = { hosted: 4 * 60_000, local: 30 * 60_000 }
/** Time an attempt may take beyond its limit, to write its end. */
const MARGIN_SECONDS = 60
/** Unexpected errors are retried this often; crashes of the process are bounded by the queue. */
const RETRIES_AFTER_ERROR = 1
/** Time for an attempt to end by itself after its signal aborts, so that its model usage is known. */
const ABORT_GRACE_MS = 1000
/** Minimum interval between two states of an answer that is being written. */
const SAVE_EVERY_MS = 250
/** Interval between checks that the question still exists, in case the event of its deletion was lost. */
const CHECK_EVERY_MS = 3000

const UNEXPECTED = 'Something went wrong on our side while answering. Nothing was counted; please ask again.'
const TIMED_OUT = 'The answer took longer than it may and was stopped. Nothing was counted; please ask again.'

const DEAD_LETTER = 'answer-dead-letter'
/** How long writing the end of such a question is retried: as long as a database may be down. */
const DEAD_LETTER_RETRIES = { limit: 20, delaySeconds: 1, maxDelaySeconds: 60 }

const answerJobSchema = z.object({ questionId: z.uuid() })
type AnswerJob = JobKind<{ questionId: string }>

function timeLimitOf({ config }: SummaryJobContext): number {
  return config.ai.models.some((name) => name.startsWith('local:')) ? TIME_LIMIT_MS.local : TIME_LIMIT_MS.hosted
}

export function questionJobs(context: SummaryJobContext): [AnswerJob, AnswerJob] {
  const { total, perUser } = usesModels(context) ? CONCURRENCY.models : CONCURRENCY.builtIn
  const answers = defineJobKind({
    ...ANSWER,
    deadLetter: DEAD_LETTER,
    concurrency: total,
    perGroup: perUser,
    expireInSeconds: timeLimitOf(context) / 1000 + MARGIN_SECONDS,
    data: answerJobSchema,
    handle: async ({ questionId }, run) => runQuestion(context, questionId, run),
  })
  const deadLetter = defineJobKind({
    name: DEAD_LETTER,
    concurrency: 1,
    expireInSeconds: 60,
    retries: DEAD_LETTER_RETRIES,
    data: answerJobSchema,
    handle: async ({ questionId }) => failQuestion(context, questionId, new AppError('internal', INTERRUPTED)),
  })
  return [deadLetter, answers]
}

/** Saves an answer while it is written: the newest state at a bounded rate, without delaying the work. */
function createReporter(context: SummaryJobContext, id: string, onGone: () => void) {
  let latest: Reply | null = null
  let saving: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let savedAt = Number.NEGATIVE_INFINITY
  const save = async (reply: Reply): Promise<void> => {
    savedAt = performance.now()
    // The answer itself follows, so that a state which can't be saved is not missed.
    const isThere = await savePartial(context, id, reply).catch(() => true)
    if (!isThere) onGone()
  }
  const schedule = (): void => {
    if (latest === null || saving !== null || timer !== null) return
    timer = setTimeout(
      () => {
        timer = null
        const reply = latest
        latest = null
        if (reply === null) return
        saving = save(reply).finally(() => {
          saving = null
          schedule()
        })
      },
      Math.max(0, savedAt + SAVE_EVERY_MS - performance.now()),
    )
  }
  return {
    partial: (reply: Reply): void => {
      latest = reply
      schedule()
    },
    close: async (): Promise<void> => {
      latest = null
      if (timer !== null) clearTimeout(timer)
      await saving
    },
  }
}

/** Aborts `deleted` when the question is deleted, or was ended elsewhere. */
function watchDeletion({ db, hub }: SummaryJobContext, id: string) {
  const deleted = new AbortController()
  const unsubscribe = hub.subscribe(id, (event) => {
    if (event.type === 'deleted') deleted.abort()
  })
  const check = (): void =>
    void findQuestion(db, id)
      .then((row) => (row === undefined || isEnded(row)) && deleted.abort())
      // Nothing is known while the database is unreachable.
      .catch(() => {})
  const timer = setInterval(check, CHECK_EVERY_MS).unref()
  return {
    deleted,
    stop: () => {
      unsubscribe()
      clearInterval(timer)
    },
  }
}

/** The error that ends the question; null to let the queue retry. */
function finalError(error: unknown, run: JobRun, timedOut: boolean): AppError | null {
  if (run.signal.aborted) return null
  if (timedOut) return new AppError('timed_out', TIMED_OUT, { cause: error })
  if (error instanceof AppError && error.code !== 'internal') return error
  return run.earlierTries >= RETRIES_AFTER_ERROR ? new AppError('internal', UNEXPECTED, { cause: error }) : null
}

function reportEnd(run: JobRun, row: QuestionRow, seconds: number, usage: ModelUsage[], failure?: AppError): void {
  const line = { questionId: row.id, library: row.summaryId === null, seconds, usage }
  if (failure === undefined) return run.log.info(line, 'question answered')
  const { code, cause } = failure
  if (code === 'internal') run.log.error({ ...line, err: cause ?? failure }, 'question failed')
  else run.log.info({ ...line, code, ...(cause === undefined ? {} : { err: cause }) }, 'question failed')
}

/** The job behind a question. Idempotent: one that has ended or was deleted is left alone. */
async function runQuestion(context: SummaryJobContext, questionId: string, run: JobRun): Promise<void> {
  const row = await findQuestion(context.db, questionId)
  if (row === undefined || isEnded(row)) return
  if (run.lastTry) return failQuestion(context, questionId, new AppError('internal', INTERRUPTED))
  const startedAt = performance.now()
  const { deleted, stop } = watchDeletion(context, questionId)
  const timeLimit = AbortSignal.timeout(timeLimitOf(context))
  const signal = AbortSignal.any([run.signal, deleted.signal, timeLimit])
  const reporter = createReporter(context, questionId, () => deleted.abort())
  let usage: ModelUsage[] = []
  const end = (failure?: AppError): void => {
    const seconds = Math.round((performance.now() - startedAt) / 10) / 100
    context.metrics.modelsUsed(usage)
    reportEnd(run, row, seconds, usage, failure)
  }
  try {
    const work = traced(
      'answer',
      { 'precis.library': row.summaryId === null },
      async (): Promise<Answered> =>
        answerQuestion(context, row, {
          signal,
          onPartial: reporter.partial,
          onUsage: (used) => {
            usage = used
          },
        }),
    )
    const { reply, engine } = await abandonOnAbort(signal, ABORT_GRACE_MS, work)
    await reporter.close()
    await finishQuestion(context, row, { reply, engine, usage })
    end()
  } catch (error) {
    await reporter.close()
    if (deleted.signal.aborted) return
    const final = finalError(error, run, timeLimit.aborted)
    if (final === null) throw error
    end(final)
    await failQuestion(context, questionId, final, usage)
  } finally {
    stop()
    await recordModelUsage(context, row.userId, usage)
  }
}
