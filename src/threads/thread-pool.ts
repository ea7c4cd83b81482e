import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { MessagePort, Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { createFairLimiter } from './fair-limiter.ts'
import { type Answered, type Envelope, heldBytes } from './thread-work.ts'

type ThreadEnd = 'cancelled' | 'time' | 'memory' | 'crash'

/** A task whose thread was ended: canceled, over its limits, or crashed. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
  readonly end: ThreadEnd

  constructor(end: ThreadEnd, options?: { cause?: unknown }) {
    super(`The thread ended: ${end}.`, options)
    this.end = end
  }
}

/** A kind of task, with limits of its own. */
interface TaskKind {
  /** Path of the module that runs the tasks: its default export is made by `threadWork`. */
  script: string
  /** Maximum concurrent tasks, each on a thread. */
  threads: number
  /** Heap and array buffers that a thread may hold during a task, in bytes. */
  memoryBytes: number
}

interface RunOptions {
  /** The user whose task it is: one user's tasks take at most half of the kind's threads, and further ones wait. */
  userId?: string | undefined
  /** Ends the thread. */
  signal: AbortSignal
  /** Time limit, counted from the moment a thread begins; none when left out. */
  timeMs?: number
  /** Ports that move to the thread. */
  transfer?: MessagePort[]
}

/**
 * Runs one task, alone on its thread.
 *
 * @throws ThreadEnded when the task is canceled, exceeds its limits, or crashes its thread
 */
export type RunTask<Task, Answer> = (task: Task, options: RunOptions) => Promise<Answer>

export interface ThreadPool {
  /** Returns the function that runs tasks of a kind. */
  openKind<Task, Answer>(kind: TaskKind): RunTask<Task, Answer>
  /** Ends all threads; running tasks fail as canceled. */
  close(): Promise<void>
}

const MIB = 1024 * 1024

export const mebibytes = (count: number): number => count * MIB

/**
 * V8's own heap limit of a thread, in MiB. The watch ends a thread long before; this limit is for allocations that the
 * watch can't interrupt. It is wide on purpose: a thread that reaches it inside one call of a built-in function (a
 * replacement, a split) takes the whole process along, since V8 can't recover there.
 */
const HEAP_LIMIT_MIB = 1536

/** Young generation of a thread's heap, in MiB: V8's default is three times as much and gains nothing here. */
const YOUNG_HEAP_MIB = 16

/** Share of its memory limit above which a thread takes no further task. */
const WORN_SHARE = 0.4

/** More threads than all kinds have together. */
const MAX_THREADS = 1000

const IDLE_MS = 20_000

interface PoolOptions {
  /** Threads that stay when they are idle; one if omitted. */
  minThreads?: number
  /** Time after which the others end; 20 seconds if omitted. */
  idleMs?: number
}

/** Threads for work that computes: at least two, so that one long task never blocks all others; four at most. */
export const computingThreads = (): number => Math.min(4, Math.max(2, availableParallelism()))

/** Shares this process's compile cache with the threads, which start a third faster with it. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) }
}

type TransferList = NonNullable<NonNullable<Parameters<Piscina['run']>[1]>['transferList']>

/** Threads that are replaced together. */
interface Generation {
  threads: Piscina
  /** Tasks that run or wait. */
  tasks: number
}

function openThreads({ minThreads = 1, idleMs = IDLE_MS }: PoolOptions): Piscina {
  const pool = new Piscina({
    minThreads,
    // The kinds limit their own threads, of which no task waits for another kind's.
    maxThreads: MAX_THREADS,
    idleTimeout: idleMs,
    // A thread that waits in an atomic operation, as is the default, never frees the memory of what it has closed.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB, maxYoungGenerationSizeMb: YOUNG_HEAP_MIB },
    // Threads that work on untrusted text have no use for the secrets of the environment, nor for the server's preloads.
    env: compileCache(),
    execArgv: [],
  })
  // A thread that dies while idle loses nothing; the next task gets another one.
  pool.on('error', () => {})
  return pool
}

/** Shared memory where a thread stores its id when it begins a task: there is no other way to learn when that happens, and in which thread. */
const newBeginning = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

interface Watched {
  beginning: Int32Array
  thread: (threadId: number) => Worker | undefined
  timeMs: number
  memoryBytes: number
}

const CHECK_EVERY_MS = 40

async function memoryOf(worker: Worker): Promise<number | null> {
  try {
    return heldBytes(await worker.getHeapStatistics())
  } catch {
    // The thread has ended.
    return null
  }
}

/**
 * Watches a task from the moment a thread begins it, and reports once when it exceeds its time or memory.
 *
 * V8 counts the memory of array buffers but doesn't limit it, and its limit of the heap can end the process; so the
 * thread is asked for both every 40 ms. Allocations between two checks, or in a call that can't be interrupted, are not
 * seen.
 *
 * @returns ends the watch
 */
function watchTask(
  { beginning, thread, timeMs, memoryBytes }: Watched,
  onExcess: (excess: 'time' | 'memory') => void,
): () => void {
  let startedAt: number | null = null
  let asking = false
  let over = false

  const end = (): void => {
    over = true
    clearInterval(timer)
  }
  const report = (excess: 'time' | 'memory'): void => {
    if (over) return
    end()
    onExcess(excess)
  }
  const checkMemory = async (worker: Worker): Promise<void> => {
    asking = true
    const bytes = await memoryOf(worker)
    asking = false
    if (bytes !== null && bytes > memoryBytes) report('memory')
  }
  const check = (): void => {
    const threadId = Atomics.load(beginning, 0)
    if (threadId === 0) return
    startedAt ??= performance.now()
    if (performance.now() - startedAt >= timeMs) report('time')
    const worker = thread(threadId)
    if (!over && !asking && worker !== undefined) void checkMemory(worker)
  }
  const timer = setInterval(check, CHECK_EVERY_MS)
  timer.unref()
  return end
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Opens a pool of worker threads; they start with the first task, and run tasks of every kind. A task that exceeds its
 * time or memory, or crashes, ends only its own thread, and another one takes its place. After a task that took much
 * memory, new threads take the next ones: V8 keeps the garbage of a large task, which would count as the next one's.
 */
export function createThreadPool(options: PoolOptions = {}): ThreadPool {
  const closing = new AbortController()
  const generations = new Set<Generation>()
  let current: Generation | null = null

  function open(): Generation {
    const generation = { threads: openThreads(options), tasks: 0 }
    generations.add(generation)
    return generation
  }

  async function runOn<Answer>(
    pool: Piscina<Envelope<unknown>, Answered<Answer>>,
    { script, memoryBytes }: TaskKind,
    task: unknown,
    options: RunOptions,
  ): Promise<Answered<Answer>> {
    const { signal, timeMs = Number.POSITIVE_INFINITY, transfer = [] } = options
    const beginning = newBeginning()
    const exceeded = new AbortController()
    const thread = (id: number) => pool.threads.find((worker) => worker.threadId === id)
    const unwatch = watchTask({ beginning, thread, timeMs, memoryBytes }, (excess) => exceeded.abort(excess))
    const envelope = { task, beginning, wornBytes: memoryBytes * WORN_SHARE }
    // Piscina accepts an array, although its type does not.
    const transferList: MessagePort[] & TransferList = transfer
    try {
      const stop = AbortSignal.any([signal, closing.signal, exceeded.signal])
      return await pool.run(envelope, { filename: script, signal: stop, transferList })
    } catch (cause) {
      if (signal.aborted || closing.signal.aborted) throw new ThreadEnded('cancelled', { cause })
      if (exceeded.signal.reason === 'time') throw new ThreadEnded('time', { cause })
      throw new ThreadEnded(exceeded.signal.aborted || isOutOfMemory(cause) ? 'memory' : 'crash', { cause })
    } finally {
      unwatch()
    }
  }

  async function start<Answer>(kind: TaskKind, task: unknown, options: RunOptions): Promise<Answer> {
    const generation = (current ??= open())
    generation.tasks += 1
    try {
      const { answer, worn } = await runOn<Answer>(generation.threads, kind, task, options)
      if (worn && current === generation) current = null
      return answer
    } catch (error) {
      // A crash may leave a bad state behind.
      if (error instanceof ThreadEnded && error.end === 'crash' && current === generation) current = null
      throw error
    } finally {
      generation.tasks -= 1
      if (generation !== current && generation.tasks === 0) {
        generations.delete(generation)
        await generation.threads.destroy()
      }
    }
  }

  return {
    openKind(kind) {
      const limit = createFairLimiter({ total: kind.threads, perUser: Math.max(1, Math.floor(kind.threads / 2)) })
      return async (task, options) => {
        const stop = AbortSignal.any([options.signal, closing.signal])
        try {
          // A task of no user waits for a thread alone.
          return await limit(options.userId ?? Symbol('task'), stop, async () => start(kind, task, options))
        } catch (cause) {
          if (cause instanceof ThreadEnded || !stop.aborted) throw cause
          throw new ThreadEnded('cancelled', { cause })
        }
      }
    },
    async close() {
      closing.abort()
      await Promise.all(Array.from(generations, async ({ threads }) => threads.destroy()))
    },
  }
}
