import { createParserPool, type ParserPool } from '../../src/ingest/parsing/parser-pool.ts'
import { createThreadPool, type ThreadPool } from '../../src/threads/thread-pool.ts'

let threads: ThreadPool | undefined

/**
 * Threads that all tests of a process share, since loading their modules takes a second. Closing them ends the caller's
 * own tasks.
 */
export function sharedThreads(): ThreadPool {
  const pool = (threads ??= createThreadPool())
  const closing = new AbortController()
  return {
    openKind(kind) {
      const run = pool.openKind<unknown, never>(kind)
      return async (task, options) =>
        run(task, { ...options, signal: AbortSignal.any([options.signal, closing.signal]) })
    },
    close: async () => closing.abort(),
  }
}

export const sharedParser = (): ParserPool => createParserPool({}, sharedThreads())
