import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'

const current = new AsyncLocalStorage<string>()

/** Id of the request that started the current work, sent as `x-request-id`; undefined outside of requests. */
export const currentRequestId = (): string | undefined => current.getStore()

/** Context of the sender in a job's data: the request id, and the trace (W3C Trace Context). */
const carriedSchema = z.object({ requestId: z.string().max(100), traceparent: z.string().max(100).optional() })

/** Key in a job's data; stored jobs use it. */
const NAME = 'origin'

/** Adds the current request to a job's data. */
export function withRequestContext<T extends object>(data: T): T {
  const requestId = currentRequestId()
  if (requestId === undefined) return data
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  const { traceparent } = carrier
  return { ...data, [NAME]: { requestId, ...(traceparent === undefined ? {} : { traceparent }) } }
}

/** Runs a job in the context of the request that sent it, as part of its trace. */
export function runInContextOf<T>(data: unknown, work: () => T): T {
  const carried = z.object({ [NAME]: carriedSchema }).safeParse(data).data?.[NAME]
  if (carried === undefined) return work()
  const sender = propagation.extract(ROOT_CONTEXT, { traceparent: carried.traceparent })
  return current.run(carried.requestId, () => context.with(sender, work))
}

// Does next to nothing until `startTracing` has started the SDK.
const tracer = trace.getTracer('precis')

/** Marks a span as failed, by the error's type or code: its message may contain anything. */
function fail(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.name : typeof error
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  span.setAttribute('error.type', typeof code === 'string' ? code : type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Runs work in a span. @param attributes kinds and numbers, nothing that users sent */
export async function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind = SpanKind.INTERNAL,
): Promise<T> {
  return tracer.startActiveSpan(name, { attributes, kind }, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Ids of the current trace and span for log lines. */
export function currentTrace(): { trace_id: string; span_id: string } | undefined {
  const span = trace.getActiveSpan()?.spanContext()
  return span === undefined ? undefined : { trace_id: span.traceId, span_id: span.spanId }
}

const untraced: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'

/**
 * Runs each request in its request context and in a span, which continues the caller's trace if it sends one. Spans name
 * the route's pattern: URLs contain ids and search terms.
 */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    current.run(request.id, () => {
      const route = routeOf(request)
      if (untraced.has(route)) return done()
      const caller = propagation.extract(ROOT_CONTEXT, request.headers)
      const span = tracer.startSpan(
        `${request.method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': request.method, 'http.route': route, 'precis.request.id': request.id },
        },
        caller,
      )
      spans.set(request, span)
      return context.with(trace.setSpan(caller, span), done)
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

/** The signed-in user who sends a request. */
export interface Actor {
  userId: string
  /** The plan value in effect now, for the plan catalogue. */
  plan: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
}

declare const authorized: unique symbol

/** A row that belongs to the actor. Created by `authorizeOwner` only. */
export type Authorized<T> = T & { readonly [authorized]: true }

/**
 * Checks that a row belongs to the actor.
 * @param advice what the user can do if it is missing
 * @throws AppError `not_found` when the row is missing or another user's, without revealing which
 */
export function authorizeOwner<T extends { userId: string }>(
  actor: Actor,
  row: T | undefined,
  what: string,
  advice?: string,
): Authorized<T> {
  if (row === undefined || row.userId !== actor.userId) {
    throw new AppError('not_found', [`This ${what} does not exist.`, advice].filter(Boolean).join(' '))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the brand exists in types only
  return row as Authorized<T>
}

/** @throws AppError `unauthorized` without a session */
export function requireActor(request: FastifyRequest): Actor {
  if (request.actor === null) throw new AppError('unauthorized', 'Unauthorized')
  return request.actor
}
