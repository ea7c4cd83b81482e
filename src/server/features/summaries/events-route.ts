import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { partialText } from '../../../shared/summary/partial-page.ts'
import { type SummaryEvent, summaryEventSchema } from '../../../shared/summary/summary.ts'
import { Counters } from '../../platform/concurrency.ts'
import { type Exchange, errorResponses } from '../../platform/http/call-routes.ts'
import { requireActor } from '../../platform/request-context.ts'
import { isStillSignedIn } from '../accounts/session/session-plugin.ts'
import { findOwnSummary } from './alias-repo.ts'
import type { SummariesContext } from './context.ts'
import { pageForPlan, type Rights, rightsOf, toSummary } from './presenter.ts'
import { type WatchEvent, watchSummary } from './watch.ts'

/** Maximum open event streams per user and process: one for each visible page, with room to spare. */
const STREAMS_PER_USER = 20

const RETRY_AFTER_SECONDS = 10

/** Creates a function that counts a user's open streams, and returns one that uncounts it; throws `rate_limited`. */
export function limitStreams(): (userId: string) => () => void {
  const counts = new Counters()
  return (userId) => {
    if (counts.get(userId) >= STREAMS_PER_USER) {
      throw new AppError(
        'rate_limited',
        `You have ${STREAMS_PER_USER} live views open already. Close some tabs, or refresh this page to see where your summary is.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      )
    }
    counts.add(userId, 1)
    return () => counts.add(userId, -1)
  }
}

const idParams = calls.getSummary.params

/** Delay before a browser reconnects, sent with the stream. */
const RECONNECT_MS = 1000
/** Interval between checks that the session is still valid. It is also checked before the final event. */
const CHECK_SESSION_EVERY_MS = 5000

const frame = (event: SummaryEvent): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

function toFrame(event: WatchEvent, rights: Rights): string {
  switch (event.type) {
    case 'progress':
      return frame(event)
    case 'partial': {
      const shown = pageForPlan(event.page, rights)
      return frame({ type: 'partial', text: partialText(shown), page: shown })
    }
    case 'idle':
      return ': still here\n\n'
    case 'gone':
      return frame({ type: 'failed', code: 'not_found', message: 'This summary was deleted.' })
    case 'ended': {
      const { row } = event
      if (row.status === 'ready') return frame({ type: 'ready', summary: toSummary(row, rights) })
      return frame({ type: 'failed', code: row.failureCode ?? 'internal', message: row.failureMessage ?? '' })
    }
  }
}

/** A frame of a stream, and whether it contains the result. */
export interface StreamedFrame {
  text: string
  isEnd: boolean
}

/** Passes frames on until the user is signed out. */
async function* whileSignedIn(request: FastifyRequest, frames: AsyncIterable<StreamedFrame>): AsyncGenerator<string> {
  yield `retry: ${RECONNECT_MS}\n\n`
  let checkAt = performance.now() + CHECK_SESSION_EVERY_MS
  for await (const { text, isEnd } of frames) {
    if (isEnd || performance.now() >= checkAt) {
      if (!(await isStillSignedIn(request))) return
      checkAt = performance.now() + CHECK_SESSION_EVERY_MS
    }
    yield text
  }
}

/**
 * Responds with server-sent events until they end, the client disconnects, or the user is signed out.
 * @param close called when the stream is over
 */
export function sendEvents(
  { request, reply }: Exchange,
  { closing, close }: { closing: AbortSignal; close: () => void },
  framesUntil: (signal: AbortSignal) => AsyncIterable<StreamedFrame>,
) {
  const gone = new AbortController()
  // Also called if the client has disconnected already.
  finished(reply.raw, () => {
    close()
    gone.abort()
  })
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(whileSignedIn(request, framesUntil(AbortSignal.any([gone.signal, closing])))))
}

async function* framesOf(context: SummariesContext, id: string, rights: Rights, signal: AbortSignal) {
  for await (const event of watchSummary(context, id, signal))
    yield { text: toFrame(event, rights), isEnd: event.type === 'ended' }
}

export function registerEventsRoute(app: FastifyInstance, context: SummariesContext): void {
  const openStream = limitStreams()
  app.get(
    '/api/summaries/:id/events',
    {
      onRequest: async (request) => void requireActor(request),
      config: { access: 'read' },
      schema: {
        summary: 'Progress, text so far, and the end of a summary, as server-sent events',
        tags: ['summaries'],
        params: idParams,
        response: {
          200: {
            description:
              'The event name is the type; ready and failed are the last. Every event is a whole state: a partial carries the whole page so far, and as `text` its gist, takeaways and summary. Connecting begins with the state as it is.',
            content: { 'text/event-stream': { schema: summaryEventSchema } },
          },
          ...errorResponses,
        },
      },
    },
    async (request, reply) => {
      const actor = requireActor(request)
      const { id } = idParams.parse(request.params)
      await findOwnSummary(context.db, actor, id)
      const close = openStream(actor.userId)
      const rights = rightsOf(context.catalogue, actor.plan)
      return sendEvents({ request, reply }, { closing: context.closing, close }, (signal) =>
        framesOf(context, id, rights, signal),
      )
    },
  )
}
