import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { languageChoiceSchema } from '../../../shared/language-schemas.ts'
import { type LanguageChoice, sourceLanguage, summaryLanguages } from '../../../shared/languages.ts'
import { usagePeriodAt } from '../../../shared/plans/catalogue.ts'
import { matchesIn, sourcePageOf } from '../../../shared/source-pages.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import { createLimit, type LimitCheck } from '../../platform/limits.ts'
import { requireActor } from '../../platform/request-context.ts'
import { userOf } from '../accounts/session/session-plugin.ts'
import { toUser } from '../accounts/to-user.ts'
import type { SummariesContext } from './context.ts'
import { deleteOwnSummary, restoreSummary } from './delete.ts'
import { registerEventsRoute } from './events-route.ts'
import { listOwnSummaries, readSummary, rightsOf, toSummary } from './read.ts'
import { redoSummary } from './redo.ts'
import { renameSummary } from './rename.ts'
import { countReady, isEnded, savedSeconds } from './repo.ts'
import { createSummary } from './request.ts'
import { retrySummary } from './retry.ts'
import { readSource } from './source.ts'
import { waitForEnd } from './watch.ts'

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

/** Creates the check that throws AppError `rate_limited` where a user requests more summaries than allowed. */
function createSummaryLimit(app: FastifyInstance, factor: number): LimitCheck {
  const checks = LIMITS.map((limit) => createLimit(app, { ...limit, factor }))
  return async (request) => {
    for (const check of checks) await check(request)
  }
}

/** The language that the user chose last. */
const languageOf = (request: FastifyRequest): LanguageChoice =>
  languageChoiceSchema.safeParse(userOf(request)?.summaryLanguage).data ?? sourceLanguage

/** The user's monthly counter, and when it restarts. */
function usageOf(request: FastifyRequest, now: Date): { summariesUsed: number; resetsAt: string } {
  const user = userOf(request)
  return {
    summariesUsed: user === null ? 0 : toUser(user, now).summariesUsed,
    resetsAt: usagePeriodAt(user?.planStartedAt ?? now, now).end.toISOString(),
  }
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** How long POST waits for the summary before it responds with 202; below the usual timeout of proxies, a minute. */
const ANSWER_WITHIN_MS = 55_000
const MAX_KEY_LENGTH = 255

/** Maximum body of a request with a page of 10 MB, whose characters JSON escapes. */
const PAGE_LIMIT_BYTES = 24 * 1024 * 1024

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw new AppError('invalid_input', `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`)
  }
  return key
}

/** RFC 7240: the client prefers an immediate 202. */
function prefersAsync(request: FastifyRequest): boolean {
  const prefer = request.headers.prefer
  return [prefer]
    .flat()
    .some((value) => value?.split(',').some((part) => part.trim().toLowerCase() === 'respond-async'))
}

/** The row once it has ended, or as it is if the client doesn't wait or the wait times out. */
async function settle(
  context: SummariesContext,
  row: SummaryRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SummaryRow> {
  if (isEnded(row)) return row
  if (prefersAsync(request)) {
    reply.header('preference-applied', 'respond-async')
    return row
  }
  const gone = new AbortController()
  reply.raw.on('close', () => gone.abort())
  const signal = AbortSignal.any([gone.signal, context.closing, AbortSignal.timeout(ANSWER_WITHIN_MS)])
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
async function answerWhenSettled(context: SummariesContext, queued: SummaryRow, { request, reply }: Exchange) {
  const row = await settle(context, queued, request, reply)
  reply.header('location', `/api/summaries/${row.id}`)
  if (row.status === 'ready')
    return answer(201, toSummary(row, rightsOf(context.catalogue, requireActor(request).plan)))
  if (row.status === 'failed')
    throw new AppError(
      row.failureCode ?? 'internal',
      row.failureMessage ?? 'Failed to create summary. Please try again.',
    )
  return answer(202, { id: row.id, status: row.status })
}

/** Routes of summaries. */
export function registerSummaryRoutes(app: FastifyInstance, context: SummariesContext): void {
  addCall(app, calls.summarizer, async ({ request }) => {
    const { engine, translates } = context.pipeline.summarizer
    return answer(200, {
      engine,
      languages: translates ? [...summaryLanguages] : [],
      language: translates ? languageOf(request) : sourceLanguage,
    })
  })

  const limit = createSummaryLimit(app, context.config.http.rateLimitFactor)

  const create: Parameters<typeof addCall<typeof calls.createSummary>>[2] = async ({ body, ...exchange }) => {
    await limit(exchange.request)
    const created = await createSummary(
      context,
      requireActor(exchange.request),
      body,
      idempotencyKeyOf(exchange.request),
    )
    return answerWhenSettled(context, created, exchange)
  }
  addCall(app, calls.createSummary, create, { bodyLimit: PAGE_LIMIT_BYTES })

  addCall(app, calls.retrySummary, async ({ params, ...exchange }) => {
    await limit(exchange.request)
    return answerWhenSettled(context, await retrySummary(context, requireActor(exchange.request), params.id), exchange)
  })

  addCall(app, calls.redoSummary, async ({ params, body, ...exchange }) => {
    await limit(exchange.request)
    const actor = requireActor(exchange.request)
    const redone = await redoSummary(context, actor, params.id, body, idempotencyKeyOf(exchange.request))
    return answerWhenSettled(context, redone, exchange)
  })

  addCall(app, calls.listSummaries, async ({ query, request, reply }) => {
    const { summaries, nextCursor } = await listOwnSummaries(context, requireActor(request), query)
    if (nextCursor !== null) reply.header('link', nextLink(request, nextCursor))
    return answer(200, summaries)
  })

  addCall(app, calls.getSummary, async ({ params, request }) =>
    answer(200, await readSummary(context, requireActor(request), params.id)),
  )

  addCall(app, calls.getSource, async ({ params, query, request }) =>
    answer(200, sourcePageOf(await readSource(context, requireActor(request), params.id), query)),
  )

  addCall(app, calls.findInSource, async ({ params, query, request }) =>
    answer(200, matchesIn(await readSource(context, requireActor(request), params.id), query.q)),
  )

  addCall(app, calls.renameSummary, async ({ params, body, request }) => {
    const actor = requireActor(request)
    const row = await renameSummary(context, actor, params.id, body.title)
    return answer(200, toSummary(row, rightsOf(context.catalogue, actor.plan)))
  })

  addCall(app, calls.deleteSummary, async ({ params, query, request }) => {
    await deleteOwnSummary(context, requireActor(request), params.id, { ifFree: query.ifFree === 'true' })
    return answer(204, undefined)
  })

  addCall(app, calls.restoreSummary, async ({ params, request }) => {
    const actor = requireActor(request)
    const row = await restoreSummary(context, actor, params.id)
    return answer(200, toSummary(row, rightsOf(context.catalogue, actor.plan)))
  })

  addCall(app, calls.stats, async ({ request }) => {
    const { userId } = requireActor(request)
    const [totalSummaries, saved] = await Promise.all([
      countReady(context.db, userId),
      savedSeconds(context.db, userId),
    ])
    return answer(200, { totalSummaries, savedSeconds: saved, ...usageOf(request, context.clock.now()) })
  })

  registerEventsRoute(app, context)
}
