import { SpanKind, trace } from '@opentelemetry/api'
import { traced } from '../platform/request-context.ts'

const MAX_CHARACTERS = 1000

/** A statement as it is sent; values go beside it and are not part of it. */
function statementIn(given: unknown): string {
  const text: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, 'text') : given
  return typeof text === 'string' ? text : ''
}

const tracedQuery = async (given: readonly unknown[], ask: () => Promise<unknown>): Promise<unknown> => {
  // What nobody has asked for, such as looking for jobs, would fill traces of its own.
  if (trace.getActiveSpan() === undefined) return ask()
  const text = statementIn(given[0]).slice(0, MAX_CHARACTERS)
  const [operation = ''] = text.trimStart().split(/\s/, 1)
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text }
  return traced(`db ${operation.toLowerCase()}`, attributes, ask, SpanKind.CLIENT)
}

/** A pool or a connection whose statements become spans, those of transactions included. */
export function withTracedQueries<T extends object>(client: T): T {
  return new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const call = (...given: unknown[]): unknown => Reflect.apply(value, target, given)
      if (name === 'query') return async (...given: unknown[]) => tracedQuery(given, async () => call(...given))
      if (name === 'connect') {
        return async () => {
          const connection: unknown = await call()
          return typeof connection === 'object' && connection !== null ? withTracedQueries(connection) : connection
        }
      }
      return call
    },
  })
}
