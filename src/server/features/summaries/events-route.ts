import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { errorBodySchema } from '../../../shared/api/contract.ts'
import { type SummaryEvent, summaryEventSchema } from '../../../shared/summary.ts'
import { type Actor, authorizeOwner, requireActor } from '../../platform/actor.ts'
import { signedInOnly } from '../../platform/api-docs.ts'
import { OpenStreams } from './open-streams.ts'
import { findSummaryOrEarlier } from './repeats-repo.ts'
import { type Rights, toSummary } from './to-summary.ts'
import { type WatchDeps, type WatchEvent, watchSummary } from './watch-summary.ts'

export interface EventsRouteDeps extends WatchDeps {
  rightsOf: (actor: Actor) => Rights
  /** Whether the one who asked is signed in still. */
  isStillSignedIn: (request: FastifyRequest) => Promise<boolean>
  /** Aborts when the server shuts down: streams end, and browsers connect again elsewhere. */
  closing: AbortSignal
}

/** An id here is an id as everywhere. */
const idParams = calls.getSummary.params

/** How long a browser waits before it connects again, told by the stream itself. */
const RECONNECT_MS = 1000
/** How often it is asked whether the person is signed in still; and once more before the whole summary goes out. */
const ASK_EVERY_MS = 5000

const frame = (event: SummaryEvent): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

function toFrame(event: WatchEvent, rights: Rights): string {
  switch (event.type) {
    case 'progress':
    case 'partial':
      return frame(event)
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

/** Until the end of the summary, or of the session that asked: who was signed out elsewhere reads no further. */
async function* frames(
  deps: EventsRouteDeps,
  request: FastifyRequest,
  { id, rights, signal }: { id: string; rights: Rights; signal: AbortSignal },
): AsyncGenerator<string> {
  yield `retry: ${RECONNECT_MS}\n\n`
  let askAt = performance.now() + ASK_EVERY_MS
  for await (const event of watchSummary(deps, id, signal)) {
    if (event.type === 'ended' || performance.now() >= askAt) {
      if (!(await deps.isStillSignedIn(request))) return
      askAt = performance.now() + ASK_EVERY_MS
    }
    yield toFrame(event, rights)
  }
}

/** Server-sent events of one summary, from its state now to its end. */
export function registerEventsRoute(app: FastifyInstance, deps: EventsRouteDeps): void {
  const openStreams = new OpenStreams()
  app.get(
    '/api/summaries/:id/events',
    {
      onRequest: async (request) => void requireActor(request),
      schema: {
        summary: 'Progress, text so far, and the end of a summary, as server-sent events',
        tags: ['summaries'],
        security: signedInOnly,
        params: idParams,
        response: {
          200: {
            description:
              'The event name is the type; ready and failed are the last. Every event is a whole state: a partial carries all the text so far. Connecting begins with the state as it is.',
            content: { 'text/event-stream': { schema: summaryEventSchema } },
          },
          '4xx': errorBodySchema,
          '5xx': errorBodySchema,
        },
      },
    },
    async (request, reply) => {
      const actor = requireActor(request)
      const { id } = idParams.parse(request.params)
      authorizeOwner(actor, await findSummaryOrEarlier(deps.db, id), 'summary')
      const close = openStreams.open(actor.userId)
      const gone = new AbortController()
      // Also calls back for a client that left while its summary was looked up.
      finished(reply.raw, () => {
        close()
        gone.abort()
      })
      const signal = AbortSignal.any([gone.signal, deps.closing])
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(frames(deps, request, { id, rights: deps.rightsOf(actor), signal })))
    },
  )
}
