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
import { runInRequestContext } from './request-context.ts'

// Without a tracer that was started, all of this does next to nothing.
const tracer = trace.getTracer('precis')

/** Says of a stretch of work that it failed, and by what: never in the error's own words, which may hold anything. */
function fail(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.name : typeof error
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  span.setAttribute('error.type', typeof code === 'string' ? code : type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/**
 * Does work as one stretch of a trace.
 *
 * @param attributes may hold kinds and numbers, and nothing that people sent
 */
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

/** Ids of the trace that is being written, as lines of the log name them. */
export function currentTrace(): { trace_id: string; span_id: string } | undefined {
  const span = trace.getActiveSpan()?.spanContext()
  return span === undefined ? undefined : { trace_id: span.traceId, span_id: span.spanId }
}

/** What is asked for all the time, and by machines. */
const silent: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'

/**
 * Does each request in its own name, and as one stretch of a trace: that which its caller has begun, or one of its own.
 * Routes are named by their patterns; addresses hold ids, and what people look for.
 */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    runInRequestContext({ requestId: request.id }, () => {
      const route = routeOf(request)
      if (silent.has(route)) return done()
      const caller = propagation.extract(ROOT_CONTEXT, request.headers)
      const span = tracer.startSpan(
        `${request.method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': request.method,
            'http.route': route,
            'precis.request.id': request.id,
          },
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
