import type { FastifyInstance, FastifyRequest } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { usagePeriodAt } from '../../../shared/plans/catalogue.ts'
import { languageChoiceSchema } from '../../../shared/text/language-schemas.ts'
import { type LanguageChoice, sourceLanguage, summaryLanguages } from '../../../shared/text/languages.ts'
import type { Context } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { ANSWER_WITHIN_MS, idempotencyKeyOf, prefersAsync } from '../../platform/http/async-answers.ts'
import {
  addCall,
  addCallWithStatus,
  addLimitedCall,
  answer,
  disconnectSignal,
  type Exchange,
} from '../../platform/http/call-routes.ts'
import { allLimits, createLimit } from '../../platform/http/limits.ts'
import { releaseBody } from '../../platform/http/request-body.ts'
import { type Actor, authorizeOwner } from '../../platform/request-context.ts'
import { userOf } from '../accounts/session/session-plugin.ts'
import { toUser } from '../accounts/users-repo.ts'
import { findOwnSummary } from './alias-repo.ts'
import type { SummariesContext } from './context.ts'
import { deleteOwnSummary, restoreSummary } from './delete.ts'
import { registerEventsRoute } from './events-route.ts'
import { rightsOf, toSummary } from './presenter.ts'
import { listOwnSummaries, readSummary } from './read.ts'
import { redoSummary, retrySummary, unchangedMessage } from './redo.ts'
import { isEnded, lockSummary, updateTitle } from './repo.ts'
import { createSummary } from './request.ts'
import { waitForEnd } from './watch.ts'

/**
 * Renames one of the user's finished summaries. An unfinished one gets its title from the source later.
 * @throws AppError `not_found` when there is none, or it is another user's; `summary_not_ready`
 */
async function renameSummary({ db }: Context, actor: Actor, id: string, title: string) {
  return db.transaction(async (tx) => {
    const row = authorizeOwner(actor, await lockSummary(tx, id), 'summary')
    if (row.status !== 'ready') throw new AppError('summary_not_ready', 'You can rename this summary when it is ready.')
    return updateTitle(tx, row, title)
  })
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Requests for a summary per user, retries, redos, repeats and failures included: each may read a page and store a row, whatever
 * it costs of the quota. A user who pastes a link every two seconds for a minute, or gives each of 300 summaries two
 * minutes of a ten-hour day, stays within them.
 */
const LIMITS = [
  {
    name: 'summaries-minute',
    max: 30,
    windowMs: MINUTE_MS,
    message: 'You’re creating summaries very quickly. Wait a minute, then try again.',
  },
  {
    name: 'summaries-day',
    max: 300,
    windowMs: DAY_MS,
    message: 'You’ve created as many summaries as we allow in one day. Please try again tomorrow.',
  },
]

/** The language that the user chose last. */
const languageOf = (request: FastifyRequest): LanguageChoice =>
  languageChoiceSchema.safeParse(userOf(request)?.summaryLanguage).data ?? sourceLanguage

/** The user's totals and monthly counter, and when it restarts. */
function statsOf(request: FastifyRequest, now: Date) {
  const user = userOf(request)
  return {
    totalSummaries: user?.readySummaries ?? 0,
    savedSeconds: user?.savedSeconds ?? 0,
    summariesUsed: user === null ? 0 : toUser(user, now).summariesUsed,
    questionsUsed: user === null ? 0 : toUser(user, now).questionsUsed,
    audioMinutesUsed: user === null ? 0 : toUser(user, now).audioMinutesUsed,
    resetsAt: usagePeriodAt(user?.planStartedAt ?? now, now).end.toISOString(),
  }
}

/** Maximum body of a request with a page of 10 MB, whose characters JSON escapes. */
const PAGE_LIMIT_BYTES = 24 * 1024 * 1024

/** The row once it has ended, or as it is if the client doesn't wait or the wait times out. */
async function settle(context: SummariesContext, row: SummaryRow, { request, reply }: Exchange): Promise<SummaryRow> {
  if (isEnded(row)) return row
  if (prefersAsync(request)) {
    reply.header('preference-applied', 'respond-async')
    return row
  }
  const signal = AbortSignal.any([disconnectSignal(reply), context.closing, AbortSignal.timeout(ANSWER_WITHIN_MS)])
  const now = await waitForEnd(context, row.id, signal)
  if (now === undefined) throw new AppError('cancelled', 'This summary was deleted while it was being made.')
  return now
}

function nextLink(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, 'http://localhost')
  url.searchParams.set('cursor', cursor)
  return `<${url.pathname}${url.search}>; rel="next"`
}

/** Responds with the whole summary if it is done in time, else with its id. */
async function answerWhenSettled(
  context: SummariesContext,
  queued: SummaryRow,
  { actor, ...exchange }: Exchange & { actor: Actor },
) {
  const row = await settle(context, queued, exchange)
  exchange.reply.header('location', `/api/summaries/${row.id}`)
  if (row.status === 'ready') return answer(201, toSummary(row, rightsOf(context.catalogue, actor.plan)))
  const { failureCode, failureMessage } = row
  if (row.status === 'failed')
    throw new AppError(failureCode ?? 'internal', failureMessage ?? 'Failed to create summary. Please try again.')
  return answer(202, { id: row.id, status: row.status })
}

/** Pages and searches of sources per user and minute. */
const MAX_SOURCE_READS = 300

export function registerSummaryRoutes(app: FastifyInstance, context: SummariesContext): void {
  addCall(app, calls.summarizer, async ({ request }) => {
    const { engine, translates } = context.pipeline.summarizer
    return {
      engine,
      languages: translates ? [...summaryLanguages] : [],
      language: translates ? languageOf(request) : sourceLanguage,
    }
  })

  const limit = allLimits(LIMITS.map((options) => createLimit(app, options)))
  const shown = (row: SummaryRow, actor: Actor) => toSummary(row, rightsOf(context.catalogue, actor.plan))

  addCallWithStatus(app, calls.createSummary, { limit, bodyLimit: PAGE_LIMIT_BYTES }, async (input) => {
    const { actor, request, reply } = input
    const created = await createSummary(context, actor, input.body, idempotencyKeyOf(request))
    // A page of megabytes is stored by now, and the summary may take a minute.
    input.body = { url: '' }
    releaseBody(request)
    return answerWhenSettled(context, created, { actor, request, reply })
  })
  addCallWithStatus(app, calls.retrySummary, { limit }, async ({ params, ...exchange }) =>
    answerWhenSettled(context, await retrySummary(context, exchange.actor, params.id), exchange),
  )
  addCallWithStatus(app, calls.redoSummary, { limit }, async ({ params, body, ...exchange }) => {
    const redone = await redoSummary(context, exchange.actor, params.id, body, idempotencyKeyOf(exchange.request))
    const answered = await answerWhenSettled(context, redone, exchange)
    return answered.status === 201 && answered.body.cached
      ? answer(200, { ...answered.body, message: unchangedMessage(body) })
      : answered
  })
  addCall(app, calls.listSummaries, async ({ query, actor, request, reply }) => {
    const { summaries, nextCursor } = await listOwnSummaries(context, actor, query)
    if (nextCursor !== null) reply.header('link', nextLink(request, nextCursor))
    return summaries
  })
  addCall(app, calls.getSummary, async ({ params, actor }) => readSummary(context, actor, params.id))
  const sourceLimit = app.localLimit({
    name: 'source-reads',
    max: MAX_SOURCE_READS,
    windowMs: MINUTE_MS,
    message: 'Many requests for sources in a short time. Please wait a minute and try again.',
  })
  const { db, sources } = context
  addLimitedCall(app, calls.getSource, sourceLimit, async ({ params, query, actor }) =>
    sources.page((await findOwnSummary(db, actor, params.id)).sourceId, query),
  )
  addLimitedCall(app, calls.mapSource, sourceLimit, async ({ params, actor }) =>
    sources.map((await findOwnSummary(db, actor, params.id)).sourceId),
  )
  addLimitedCall(app, calls.findInSource, sourceLimit, async ({ params, query, actor }) =>
    sources.find((await findOwnSummary(db, actor, params.id)).sourceId, query.q),
  )
  addCall(app, calls.renameSummary, async ({ params, body, actor }) =>
    shown(await renameSummary(context, actor, params.id, body.title), actor),
  )
  addCall(app, calls.deleteSummary, async ({ params, query, actor }) =>
    deleteOwnSummary(context, actor, params.id, { ifFree: query.ifFree === 'true' }),
  )
  addCall(app, calls.restoreSummary, async ({ params, actor }) =>
    shown(await restoreSummary(context, actor, params.id), actor),
  )
  addCall(app, calls.stats, async ({ request }) => statsOf(request, context.clock.now()))

  registerEventsRoute(app, context)
}
