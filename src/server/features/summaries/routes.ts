import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { type LanguageChoice, sourceLanguage, summaryLanguages } from '../../../shared/languages.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { requireActor } from '../../platform/actor.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import { type CreateSummaryDeps, createSummary } from './create-summary.ts'
import { type DeleteSummaryDeps, deleteOwnSummary } from './delete-summary.ts'
import { type EventsRouteDeps, registerEventsRoute } from './events-route.ts'
import { isEnded } from './fail-summary.ts'
import { listOwnSummaries } from './list-own-summaries.ts'
import { readSummary, withPlace } from './read-summary.ts'
import { countReady } from './repo.ts'
import { type RestoreSummaryDeps, restoreSummary } from './restore-summary.ts'
import { type RetrySummaryDeps, retrySummary } from './retry-summary.ts'
import { summaryLimits } from './summary-limits.ts'
import { toListed, toSummary } from './to-summary.ts'
import { waitForEnd } from './watch-summary.ts'

export type SummaryRouteDeps = CreateSummaryDeps &
  RetrySummaryDeps &
  DeleteSummaryDeps &
  RestoreSummaryDeps &
  EventsRouteDeps & {
    rateLimitFactor: number
    /** The language that the person behind a request chose last. */
    languageOf: (request: FastifyRequest) => LanguageChoice
    /** The month's counter of a person, and when it starts again. */
    usageOf: (request: FastifyRequest) => { summariesUsed: number; resetsAt: string }
  }

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** How long POST waits for the whole summary before it answers 202: under the minute that proxies allow. */
const ANSWER_WITHIN_MS = 55_000
const MAX_KEY_LENGTH = 255

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw new AppError('invalid_input', `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`)
  }
  return key
}

/** RFC 7240: the client would rather be told at once that work has begun. */
function prefersAsync(request: FastifyRequest): boolean {
  const prefer = request.headers.prefer
  return [prefer]
    .flat()
    .some((value) => value?.split(',').some((part) => part.trim().toLowerCase() === 'respond-async'))
}

/** The row once it has ended, or as it is when the client doesn't want to wait, or has waited long enough. */
async function settle(
  deps: SummaryRouteDeps,
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
  const signal = AbortSignal.any([gone.signal, deps.closing, AbortSignal.timeout(ANSWER_WITHIN_MS)])
  const now = await waitForEnd(deps, row.id, signal)
  if (now === undefined) throw new AppError('cancelled', 'This summary was deleted while it was being made.')
  return now
}

function nextLink(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, 'http://localhost')
  url.searchParams.set('cursor', cursor)
  return `<${url.pathname}${url.search}>; rel="next"`
}

/** What is told of a summary that has just been queued: all of it when it is done in time, else its id. */
async function answerWhenSettled(deps: SummaryRouteDeps, queued: SummaryRow, { request, reply }: Exchange) {
  const row = await settle(deps, queued, request, reply)
  reply.header('location', `/api/summaries/${row.id}`)
  if (row.status === 'ready') return answer(201, toSummary(row, deps.rightsOf(requireActor(request))))
  if (row.status === 'failed')
    throw new AppError(
      row.failureCode ?? 'internal',
      row.failureMessage ?? 'Failed to create summary. Please try again.',
    )
  return answer(202, { id: row.id, status: row.status })
}

/** Summaries: create, try again, list and search, read, delete and bring back, follow. */
export function registerSummaryRoutes(app: FastifyInstance, deps: SummaryRouteDeps): void {
  addCall(app, calls.summarizer, async ({ request }) => {
    const { engine, translates } = deps.summarizer
    return answer(200, {
      engine,
      languages: translates ? [...summaryLanguages] : [],
      language: translates ? deps.languageOf(request) : sourceLanguage,
    })
  })

  const limit = summaryLimits(app, deps.rateLimitFactor)

  addCall(app, calls.createSummary, async ({ body, ...exchange }) => {
    await limit(exchange.request)
    const created = await createSummary(deps, requireActor(exchange.request), body, idempotencyKeyOf(exchange.request))
    return answerWhenSettled(deps, created, exchange)
  })

  addCall(app, calls.retrySummary, async ({ params, ...exchange }) => {
    await limit(exchange.request)
    return answerWhenSettled(deps, await retrySummary(deps, requireActor(exchange.request), params.id), exchange)
  })

  addCall(app, calls.listSummaries, async ({ query, request, reply }) => {
    const actor = requireActor(request)
    const { entries, nextCursor } = await listOwnSummaries(deps.db, actor, query)
    if (nextCursor !== null) reply.header('link', nextLink(request, nextCursor))
    const rights = deps.rightsOf(actor)
    const answers = entries.map(async ({ row, match }) => toListed(await withPlace(deps.line, row), rights, match))
    return answer(200, await Promise.all(answers))
  })

  addCall(app, calls.getSummary, async ({ params, request }) =>
    answer(200, await readSummary(deps, requireActor(request), params.id)),
  )

  addCall(app, calls.deleteSummary, async ({ params, query, request }) => {
    await deleteOwnSummary(deps, requireActor(request), params.id, { ifFree: query.ifFree === 'true' })
    return answer(204, undefined)
  })

  addCall(app, calls.restoreSummary, async ({ params, request }) =>
    answer(200, await restoreSummary(deps, requireActor(request), params.id)),
  )

  addCall(app, calls.stats, async ({ request }) => {
    const actor = requireActor(request)
    const totalSummaries = await countReady(deps.db, actor.userId)
    return answer(200, { totalSummaries, ...deps.usageOf(request) })
  })

  registerEventsRoute(app, deps)
}
