import { createParserPool, type ParserPool } from '../../src/ingest/parsing/parser-pool.ts'
import { createSummarizerThreads, type SummarizerThreads } from '../../src/summarizer/index.ts'

let threads: ParserPool | undefined

/**
 * A parser whose threads all tests of a process share, since loading its modules takes a second. Closing it ends the
 * caller's own tasks.
 */
export function sharedParser(): ParserPool {
  const pool = (threads ??= createParserPool())
  const closing = new AbortController()
  return {
    parse: async (task, signal) => pool.parse(task, AbortSignal.any([signal, closing.signal])),
    close: async () => closing.abort(),
  }
}

let summarizers: SummarizerThreads | undefined

/** Summarizer threads that all tests of a process share. Closing them ends the caller's own summaries. */
export function sharedThreads(): SummarizerThreads {
  const pool = (summarizers ??= createSummarizerThreads({ threads: 8 }))
  const closing = new AbortController()
  return {
    run: async (task, options) =>
      pool.run(task, { ...options, signal: AbortSignal.any([options.signal, closing.signal]) }),
    close: async () => closing.abort(),
  }
}
