import { createParserPool, type ParserPool } from '../../src/ingest/parsing/parser-pool.ts'

let threads: ParserPool | undefined

/**
 * A parser whose threads all tests of a process share: what reads any source takes a second to load. Closing it ends
 * what it was asked for, as ever.
 */
export function sharedParser(): ParserPool {
  const pool = (threads ??= createParserPool())
  const closing = new AbortController()
  return {
    parse: async (task, signal) => pool.parse(task, AbortSignal.any([signal, closing.signal])),
    close: async () => closing.abort(),
  }
}
