import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { ModelUsage } from '../../../shared/summary/summary.ts'
import type { QuestionRow, Reply } from '../../db/schema/index.ts'
import type { JobKind, JobRun } from '../../jobs/job-kind.ts'
import { abandonOnAbort } from '../../platform/concurrency.ts'
import { traced } from '../../platform/request-context.ts'
import type { SummaryJobContext } from '../summaries/context.ts'
import { ABORT_GRACE_MS, finalError, logEnd, watchDeletion, withDeadLetter } from '../summaries/long-job.ts'
import { recordModelUsage } from '../summaries/model-usage-repo.ts'
import { type Answered, answerQuestion } from './answer.ts'
import { ANSWER, usesModels } from './context.ts'
import { beginAnswer, failQuestion, finishQuestion, INTERRUPTED, savePartial } from './persist.ts'
import { findQuestionToAnswer, isEnded } from './repo.ts'

/** Longest attempt, also with a self-hosted model, which may write slowly. */
const TIME_LIMIT_MS = { hosted: 4 * 60_000, local: 30 * 60_000 }
/** Time an attempt may take beyond its limit, to write its end. */
const MARGIN_SECONDS = 60
/** Minimum interval between two states of an answer that is being written. */
const SAVE_EVERY_MS = 250
const UNEXPECTED = 'Something went wrong on our side while answering. Nothing was counted; please ask again.'
const TIMED_OUT = 'The answer took too long, so we stopped it. Nothing was counted; please ask again.'

const answerJobSchema = z.object({ questionId: z.uuid() })
type AnswerJob = JobKind<{ questionId: string }>

function timeLimitOf({ config }: SummaryJobContext): number {
  return config.ai.models.some((name) => name.startsWith('local:')) ? TIME_LIMIT_MS.local : TIME_LIMIT_MS.hosted
}

export function questionJobs(context: SummaryJobContext): [AnswerJob, AnswerJob] {
  return withDeadLetter({
    ...ANSWER,
    hasModels: usesModels(context),
    expireInSeconds: timeLimitOf(context) / 1000 + MARGIN_SECONDS,
    data: answerJobSchema,
    handle: async ({ questionId }, run) => runQuestion(context, questionId, run),
    giveUp: async ({ questionId }) => failQuestion(context, questionId, new AppError('internal', INTERRUPTED)),
  })
}

/** Saves an answer while it is written: the newest state at a bounded rate, without delaying the work. */
function createReporter(context: SummaryJobContext, id: string, onGone: () => void) {
  let latest: Reply | null = null
  let saving: Promise<void> | null = null
  const closed = new AbortController()
  const saveAll = async (): Promise<void> => {
    while (latest !== null) {
      const pause = sleep(SAVE_EVERY_MS, undefined, { signal: closed.signal }).catch(() => {})
      const reply = latest
      latest = null
      // The answer itself follows, so that a state which can't be saved is not missed.
      if (!(await savePartial(context, id, reply).catch(() => true))) onGone()
      await pause
    }
    saving = null
  }
  return {
    partial: (reply: Reply): void => {
      if (closed.signal.aborted) return
      latest = reply
      saving ??= saveAll()
    },
    close: async (): Promise<void> => {
      latest = null
      closed.abort()
      await saving
    },
  }
}

function reportEnd(run: JobRun, row: QuestionRow, seconds: number, usage: ModelUsage[], failure?: AppError): void {
  const line = { questionId: row.id, library: row.summaryId === null, seconds, usage }
  logEnd(run, line, { done: 'question answered', failed: 'question failed' }, failure)
}

/** The job behind a question. Idempotent: one that has ended or was deleted is left alone. */
async function runQuestion(context: SummaryJobContext, questionId: string, run: JobRun): Promise<void> {
  const row = await findQuestionToAnswer(context.db, questionId)
  if (row === undefined || isEnded(row)) return
  if (run.lastTry) return failQuestion(context, questionId, new AppError('internal', INTERRUPTED))
  if (row.quotaPeriod !== null && !(await beginAnswer(context, questionId))) return
  const startedAt = performance.now()
  const { deleted, stop } = watchDeletion(context.hub, questionId, async () => {
    const found = await findQuestionToAnswer(context.db, questionId)
    return found === undefined || isEnded(found)
  })
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
      { 'precis.asked': row.summaryId === null ? 'all sources' : 'one source' },
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
    const final = finalError(error, run, { timedOut: timeLimit.aborted ? TIMED_OUT : null, unexpected: UNEXPECTED })
    if (final === null) throw error
    end(final)
    await failQuestion(context, questionId, final, usage)
  } finally {
    stop()
    await recordModelUsage(context, row.userId, usage)
  }
}
