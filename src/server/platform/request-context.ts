import { AsyncLocalStorage } from 'node:async_hooks'
import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api'
import { z } from 'zod'

/** The request that started some work, to correlate log lines, responses and jobs. */
export interface RequestContext {
  /** Sent to the client as `x-request-id`. */
  requestId: string
}

const current = new AsyncLocalStorage<RequestContext>()

/** Runs work, and everything it starts, in the context of a request. */
export const runInRequestContext = <T>(requestContext: RequestContext, work: () => T): T =>
  current.run(requestContext, work)

/** The current request; undefined outside of requests. */
export const currentRequestContext = (): RequestContext | undefined => current.getStore()

/** Context of the sender in a job's data: the request id, and the trace (W3C Trace Context). */
const carriedSchema = z.object({ requestId: z.string().max(100), traceparent: z.string().max(100).optional() })

/** Key in a job's data; stored jobs use it. */
const NAME = 'origin'

/** Adds the current request to a job's data. */
export function withRequestContext<T extends object>(data: T): T {
  const origin = currentRequestContext()
  if (origin === undefined) return data
  const trace: Record<string, string> = {}
  propagation.inject(context.active(), trace)
  const { traceparent } = trace
  return { ...data, [NAME]: { ...origin, ...(traceparent === undefined ? {} : { traceparent }) } }
}

/** Reads the sender's context from a job's data. */
function readCarried(data: unknown): z.infer<typeof carriedSchema> | undefined {
  const carried: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, NAME) : undefined
  return carriedSchema.safeParse(carried).data
}

/** Runs a job in the context of the request that sent it, as part of its trace. */
export function runInContextOf<T>(data: unknown, work: () => T): T {
  const carried = readCarried(data)
  if (carried === undefined) return work()
  const trace = propagation.extract(ROOT_CONTEXT, { traceparent: carried.traceparent })
  return runInRequestContext({ requestId: carried.requestId }, () => context.with(trace, work))
}
