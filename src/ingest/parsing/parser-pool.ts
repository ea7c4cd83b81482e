import { fileURLToPath } from 'node:url'
import { AppError } from '../../shared/errors.ts'
import { computingThreads, createThreadPool, mebibytes, ThreadEnded } from '../../threads/thread-pool.ts'
import {
  errorOfEnd,
  type ParseAnswer,
  type Parser,
  type ParseTask,
  ReaderBreakdown,
  taskBytes,
  taskName,
} from './parse-task.ts'

/** What one parse may take. */
interface ParseLimits {
  /** Time for any source, however small. */
  baseMs: number
  /** Time on top for each MiB of the source. */
  perMiBMs: number
  /**
   * Heap and array buffers of the thread, in bytes, as the watch sees them. The memory of WebAssembly modules is in
   * neither; whoever loads one bounds it.
   */
  memoryBytes: number
}

/** 30 s, and a second for each MiB: 55 s for the largest document that can be uploaded, 80 s for the largest e-book. */
const DEFAULT_LIMITS: ParseLimits = {
  baseMs: 30_000,
  perMiBMs: 1000,
  memoryBytes: mebibytes(384),
}

/** Time that a source of so many bytes may take, in milliseconds. */
const timeLimitMs = (limits: ParseLimits, bytes: number): number =>
  limits.baseMs + Math.ceil(bytes / mebibytes(1)) * limits.perMiBMs

interface ParserPoolOptions {
  limits?: Partial<ParseLimits>
  /** Module that the threads run: it answers a `ParseTask`. */
  script?: string
  threads?: number
}

export interface ParserPool extends Parser {
  /** Ends all threads; running parses fail. */
  close(): Promise<void>
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))

/** Posting a view of memory posts all of that memory, which small buffers share. */
const ownMemory = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)

function portable(task: ParseTask): ParseTask {
  if (task.kind === 'file' || task.kind === 'captions') return { ...task, bytes: ownMemory(task.bytes) }
  if (task.kind === 'html' && typeof task.html !== 'string') return { ...task, html: ownMemory(task.html) }
  return task
}

/** Opens the pool of threads that parse all sources. */
export function createParserPool(options: ParserPoolOptions = {}): ParserPool {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const pool = createThreadPool<ParseTask, ParseAnswer>({
    script: options.script ?? WORKER,
    threads: options.threads ?? computingThreads(),
    memoryBytes: limits.memoryBytes,
  })
  return {
    async parse(task, signal) {
      const timeMs = timeLimitMs(limits, taskBytes(task))
      const answer = await pool.run(portable(task), { signal, timeMs }).catch((error: unknown) => {
        throw error instanceof ThreadEnded ? errorOfEnd(error, taskName(task), timeMs) : error
      })
      if ('document' in answer) return answer.document
      const { code, message, detail } = answer.failure
      throw new AppError(code, message, detail === null ? {} : { cause: new ReaderBreakdown(detail) })
    },
    close: async () => pool.close(),
  }
}
