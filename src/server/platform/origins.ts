import { AsyncLocalStorage } from 'node:async_hooks'
import { context, propagation, ROOT_CONTEXT } from '@opentelemetry/api'
import { z } from 'zod'

/** Where work comes from: what lines of the log and rows of jobs name, so that one finds from the one to the other. */
export interface Origin {
  /** Of the request that began it; answers carry it as `x-request-id`. */
  requestId: string
}

const current = new AsyncLocalStorage<Origin>()

/** Does work, and all that comes of it, in the name of a request. */
export const inNameOf = <T>(origin: Origin, work: () => T): T => current.run(origin, work)

/** The request in whose name work is being done; undefined where it began by itself. */
export const currentOrigin = (): Origin | undefined => current.getStore()

/** What a job carries along of the request that has sent it: its id, and its trace by W3C Trace Context. */
const carriedSchema = z.object({ requestId: z.string().max(100), traceparent: z.string().max(100).optional() })

/** Under this name it stands in the data of a job. */
const NAME = 'origin'

/** What a job is to carry, with where it comes from. */
export function withOrigin<T extends object>(data: T): T {
  const origin = currentOrigin()
  if (origin === undefined) return data
  const trace: Record<string, string> = {}
  propagation.inject(context.active(), trace)
  const { traceparent } = trace
  return { ...data, [NAME]: { ...origin, ...(traceparent === undefined ? {} : { traceparent }) } }
}

/** Where a job comes from, by what it carries. */
function readCarried(data: unknown): z.infer<typeof carriedSchema> | undefined {
  const carried: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, NAME) : undefined
  return carriedSchema.safeParse(carried).data
}

/** Does the work of a job in the name of the request that has sent it, as part of its trace. */
export function followUp<T>(data: unknown, work: () => T): T {
  const carried = readCarried(data)
  if (carried === undefined) return work()
  const trace = propagation.extract(ROOT_CONTEXT, { traceparent: carried.traceparent })
  return inNameOf({ requestId: carried.requestId }, () => context.with(trace, work))
}
