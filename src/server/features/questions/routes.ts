import type { FastifyInstance } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { type QuestionEvent, questionEventSchema } from '../../../shared/questions/question.ts'
import type { QuestionRow } from '../../db/schema/index.ts'
import { ANSWER_WITHIN_MS, idempotencyKeyOf, prefersAsync } from '../../platform/http/async-answers.ts'
import {
  addCall,
  addCallWithStatus,
  addLimitedCall,
  answer,
  disconnectSignal,
  type Exchange,
  errorResponses,
} from '../../platform/http/call-routes.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { authorizeOwner, requireActor } from '../../platform/request-context.ts'
import { findOwnSummary } from '../summaries/alias-repo.ts'
import { limitStreams, type StreamedFrame, sendEvents } from '../summaries/events-route.ts'
import { askLibrary, askSource } from './ask.ts'
import type { QuestionsContext } from './context.ts'
import { deleteOwnQuestion } from './persist.ts'
import { toQuestion, toQuestions } from './presenter.ts'
import { deleteEndedOf, findQuestion, isEnded, listQuestions } from './repo.ts'
import { suggestQuestions } from './suggest.ts'
import { waitForEnd, watchQuestion } from './watch.ts'

const MINUTE_MS = 60_000
const MAX_QUESTIONS = 20
const MAX_SUGGESTIONS = 120

/** Responds with the answer if it is there in time, else with the id of the question. */
async function answerWhenSettled(context: QuestionsContext, asked: QuestionRow, { request, reply }: Exchange) {
  reply.header('location', `/api/questions/${asked.id}`)
  let row: QuestionRow | undefined = asked
  if (!isEnded(asked) && prefersAsync(request)) reply.header('preference-applied', 'respond-async')
  else if (!isEnded(asked)) {
    const signal = AbortSignal.any([disconnectSignal(reply), context.closing, AbortSignal.timeout(ANSWER_WITHIN_MS)])
    row = await waitForEnd(context, asked.id, signal)
  }
  if (row === undefined) throw new AppError('cancelled', 'This question was deleted while it was being answered.')
  if (row.status === 'ready') return answer(201, await toQuestion(context.db, row))
  if (row.status === 'failed')
    throw new AppError(row.failureCode ?? 'internal', row.failureMessage ?? 'Please ask again.')
  return answer(202, { id: row.id, status: row.status })
}

const frame = (event: QuestionEvent): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

async function* framesOf(context: QuestionsContext, id: string, signal: AbortSignal): AsyncGenerator<StreamedFrame> {
  for await (const state of watchQuestion(context, id, signal)) {
    if (signal.aborted) return
    if (state === 'idle') yield { text: ': still here\n\n', isEnd: false }
    else if (state === null)
      yield { text: frame({ type: 'failed', code: 'not_found', message: 'This question was deleted.' }), isEnd: true }
    else if (state.status === 'failed') {
      const { failureCode, failureMessage } = state
      const failed = { type: 'failed', code: failureCode ?? 'internal', message: failureMessage ?? '' } as const
      yield { text: frame(failed), isEnd: true }
    } else {
      const isEnd = state.status === 'ready'
      const question = await toQuestion(context.db, state)
      yield { text: frame({ type: isEnd ? 'ready' : 'partial', question }), isEnd }
    }
  }
}

const idParams = calls.getQuestion.params

function registerEventsRoute(app: FastifyInstance, context: QuestionsContext): void {
  const openStream = limitStreams()
  app.get(
    '/api/questions/:id/events',
    {
      onRequest: async (request) => void requireActor(request),
      config: { access: 'read' },
      schema: {
        summary: 'The answer to a question while it is written, as server-sent events',
        tags: ['questions'],
        params: idParams,
        response: {
          200: {
            description:
              'The event name is the type; ready and failed are the last. Every event is a whole state. Connecting begins with the state as it is.',
            content: { 'text/event-stream': { schema: questionEventSchema } },
          },
          ...errorResponses,
        },
      },
    },
    async (request, reply) => {
      const actor = requireActor(request)
      const { id } = idParams.parse(request.params)
      authorizeOwner(actor, await findQuestion(context.db, id), 'question')
      const close = openStream(actor.userId)
      return sendEvents({ request, reply }, { closing: context.closing, close }, (signal) =>
        framesOf(context, id, signal),
      )
    },
  )
}

export function registerQuestionRoutes(app: FastifyInstance, context: QuestionsContext): void {
  const { db } = context
  const limit = createLimit(app, {
    name: 'questions-minute',
    max: MAX_QUESTIONS,
    windowMs: MINUTE_MS,
    message: 'You’re asking very quickly. Wait a minute, then try again.',
  })
  addCallWithStatus(app, calls.askSource, { limit }, async ({ params, body, actor, ...exchange }) => {
    const request = { ...body, idempotencyKey: idempotencyKeyOf(exchange.request) }
    return answerWhenSettled(context, await askSource(context, actor, params.id, request), exchange)
  })
  addCallWithStatus(app, calls.askLibrary, { limit }, async ({ body, actor, ...exchange }) => {
    const request = { ...body, idempotencyKey: idempotencyKeyOf(exchange.request) }
    return answerWhenSettled(context, await askLibrary(context, actor, request), exchange)
  })
  addCall(app, calls.listSourceQuestions, async ({ params, query, actor }) => {
    const { id } = await findOwnSummary(db, actor, params.id)
    return toQuestions(db, await listQuestions(db, { summaryId: id }, query))
  })
  addCall(app, calls.listQuestions, async ({ query, actor }) => toQuestions(db, await listQuestions(db, actor, query)))
  addCall(app, calls.getQuestion, async ({ params, actor }) =>
    toQuestion(db, authorizeOwner(actor, await findQuestion(db, params.id), 'question')),
  )
  addCall(app, calls.deleteQuestion, async ({ params, actor }) => deleteOwnQuestion(context, actor, params.id))
  addCall(app, calls.deleteSourceQuestions, async ({ params, actor }) => {
    const { id } = await findOwnSummary(db, actor, params.id)
    await db.transaction(async (tx) => deleteEndedOf(tx, id))
  })
  const suggestLimit = app.localLimit({
    name: 'question-suggestions',
    max: MAX_SUGGESTIONS,
    windowMs: MINUTE_MS,
    message: 'Many requests for sources in a short time. Please wait a minute and try again.',
  })
  addLimitedCall(app, calls.suggestQuestions, suggestLimit, async ({ params, actor }) => ({
    questions: await suggestQuestions(context, await findOwnSummary(db, actor, params.id)),
  }))
  registerEventsRoute(app, context)
}
