import { SpanKind, trace } from '@opentelemetry/api'
import { traced } from '../platform/request-context.ts'

const MAX_CHARACTERS = 1000

/** The text of a statement, without its values. */
function statementIn(given: unknown): string {
  const text: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, 'text') : given
  return typeof text === 'string' ? text : ''
}

const tracedQuery = async (given: readonly unknown[], ask: () => Promise<unknown>): Promise<unknown> => {
  // Without a span, polling for jobs would create traces of its own.
  if (trace.getActiveSpan() === undefined) return ask()
  const text = statementIn(given[0]).slice(0, MAX_CHARACTERS)
  const [operation = ''] = text.trimStart().split(/\s/, 1)
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text }
  return traced(`db ${operation.toLowerCase()}`, attributes, ask, SpanKind.CLIENT)
}

/** Wraps a pool or connection so that each statement becomes a span, also within transactions. */
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
