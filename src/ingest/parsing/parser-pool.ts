import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { lossOf, ReaderBreakdown, tookTooLong, tookTooMuchMemory } from './failures.ts'
import { DEFAULT_LIMITS, HEAP_LIMIT_MIB, type ParseLimits, threadCount, timeLimitMs, YOUNG_HEAP_MIB } from './limits.ts'
import { type ParseAnswer, type ParseOrder, type Parser, type ParseTask, taskBytes, taskName } from './parse-task.ts'
import { newBeginning, watchTask } from './watch.ts'

export interface ParserPoolOptions {
  limits?: Partial<ParseLimits>
  /** Module that the threads run: its default export answers a `ParseOrder`. */
  script?: string
  threads?: number
}

export interface ParserPool extends Parser {
  /** Ends all threads; parses under way fail. */
  close(): Promise<void>
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))

/** A thread that has had nothing to do for so long is ended, save one. */
const IDLE_MS = 20_000

/** Where this process keeps compiled code, for threads to do so as well: it takes a third off their start. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) }
}

function openThreads(script: string, threads: number): Piscina<ParseOrder, ParseAnswer> {
  const pool = new Piscina<ParseOrder, ParseAnswer>({
    filename: script,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    // A thread that waits in an atomic operation, as is usual, never gets to free the memory of what it has closed.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB, maxYoungGenerationSizeMb: YOUNG_HEAP_MIB },
    // Readers of hostile bytes have no use for the secrets of the environment, nor for what the server preloads.
    env: compileCache(),
    execArgv: [],
  })
  // A thread that dies with nothing to do takes nothing with it; the next task gets another.
  pool.on('error', () => {})
  return pool
}

/** Sending a view of memory sends all of that memory, which for small buffers is one that they share. */
const ownMemory = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)

function portable(task: ParseTask): ParseTask {
  if (task.kind === 'file' || task.kind === 'captions') return { ...task, bytes: ownMemory(task.bytes) }
  if (task.kind === 'html' && typeof task.html !== 'string') return { ...task, html: ownMemory(task.html) }
  return task
}

/**
 * Opens the pool of threads that all parsing happens in. Threads start with the first task. One that takes more time or
 * memory than it may, or that dies, takes only its own task with it; another takes its place.
 */
export function createParserPool(options: ParserPoolOptions = {}): ParserPool {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const closing = new AbortController()
  let pool: Piscina<ParseOrder, ParseAnswer> | undefined

  async function run(task: ParseTask, signal: AbortSignal): Promise<ParseAnswer> {
    const threads = (pool ??= openThreads(options.script ?? WORKER, options.threads ?? threadCount()))
    const thing = taskName(task)
    const timeMs = timeLimitMs(limits, taskBytes(task))
    const beginning = newBeginning()
    const exceeded = new AbortController()
    const unwatch = watchTask(
      {
        beginning,
        thread: (threadId) => threads.threads.find((worker) => worker.threadId === threadId),
        timeMs,
        memoryBytes: limits.memoryBytes,
      },
      (excess) => exceeded.abort(excess === 'time' ? tookTooLong(thing, timeMs) : tookTooMuchMemory(thing)),
    )
    try {
      const stop = AbortSignal.any([signal, closing.signal, exceeded.signal])
      return await threads.run({ task: portable(task), beginning }, { signal: stop })
    } catch (error) {
      if (signal.aborted || closing.signal.aborted) {
        throw new AppError('cancelled', 'Reading the source was canceled.', { cause: error })
      }
      throw exceeded.signal.aborted ? exceeded.signal.reason : lossOf(error, thing)
    } finally {
      unwatch()
    }
  }

  return {
    async parse(task, signal): Promise<ExtractedDocument> {
      const answer = await run(task, signal)
      if ('document' in answer) return answer.document
      const { code, message, detail } = answer.failure
      throw new AppError(code, message, detail === null ? {} : { cause: new ReaderBreakdown(detail) })
    },
    async close() {
      closing.abort()
      await pool?.destroy()
    },
  }
}
