import { fileURLToPath } from 'node:url'
import { AppError } from '../../shared/errors.ts'
import {
  computingThreads,
  createThreadPool,
  mebibytes,
  ThreadEnded,
  type ThreadPool,
} from '../../threads/thread-pool.ts'
import {
  errorOfEnd,
  type ParseAnswer,
  type Parser,
  type ParseTask,
  ReaderBreakdown,
  taskBytes,
  taskName,
} from './parse-task.ts'

/** 30 s, and a second for each MiB: 55 s for the largest document that can be uploaded, 80 s for the largest e-book. */
const DEFAULT_LIMITS = {
  baseMs: 30_000,
  /** Additional time for each MiB of the source. */
  perMiBMs: 1000,
  /** Heap and array buffers of the thread, without the memory of WebAssembly modules, which limit it themselves. */
  memoryBytes: mebibytes(384),
}

interface ParserPoolOptions {
  limits?: Partial<typeof DEFAULT_LIMITS>
  /** Module that the threads run, a handler of `ParseTask`. */
  script?: string
  threads?: number
}

export interface ParserPool extends Parser {
  /** Ends all threads; running parses fail. */
  close(): Promise<void>
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))

/** Copies a view of shared memory, since posting it would post all of that memory. */
const ownMemory = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)

function portable(task: ParseTask): ParseTask {
  if (task.kind === 'file' || task.kind === 'captions') return { ...task, bytes: ownMemory(task.bytes) }
  if (task.kind === 'html' && typeof task.html !== 'string') return { ...task, html: ownMemory(task.html) }
  return task
}

/** @param pool threads that the parser closes */
export function createParserPool(options: ParserPoolOptions = {}, pool: ThreadPool = createThreadPool()): ParserPool {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const run = pool.openKind<ParseTask, ParseAnswer>({
    script: options.script ?? WORKER,
    threads: options.threads ?? computingThreads(),
    memoryBytes: limits.memoryBytes,
  })
  return {
    async parse(task, signal) {
      const timeMs = limits.baseMs + Math.ceil(taskBytes(task) / mebibytes(1)) * limits.perMiBMs
      const answer = await run(portable(task), { signal, timeMs, userId: task.userId }).catch((error: unknown) => {
        throw error instanceof ThreadEnded ? errorOfEnd(error, taskName(task), timeMs) : error
      })
      if ('document' in answer) return answer.document
      const { code, message, detail } = answer.failure
      throw new AppError(code, message, detail === null ? {} : { cause: new ReaderBreakdown(detail) })
    },
    close: async () => pool.close(),
  }
}
