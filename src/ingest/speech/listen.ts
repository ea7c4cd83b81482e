import { fileURLToPath } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import { mebibytes, type RunTask, ThreadEnded, type ThreadPool } from '../../threads/thread-pool.ts'
import type { Listened, RecordingFacts, RecordingFailure, RecordingTask } from './recording-thread.ts'

/** A thread that reports neither a piece nor progress for that long is stuck. */
export const STALL_MS = 60_000

/** Heap and array buffers of a thread; the file is read in parts. */
const MEMORY_BYTES = mebibytes(384)

const SCRIPT = fileURLToPath(new URL('./recording-thread.ts', import.meta.url))

export type RunRecording = RunTask<RecordingTask, null>

export const openRecordingThreads = (pool: ThreadPool, threads: number): RunRecording =>
  pool.openKind({ script: SCRIPT, threads, memoryBytes: MEMORY_BYTES })

/** Why a recording can't be decoded. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'
  readonly failure: RecordingFailure

  constructor(failure: RecordingFailure, detail: string | null) {
    super(detail ?? failure)
    this.failure = failure
  }
}

interface ListenOptions extends Omit<RecordingTask, 'port'> {
  userId?: string | undefined
  signal: AbortSignal
}

export type Progress = Extract<Listened, { piece: unknown }>

/**
 * Decodes a recording in a thread, as fast as the pieces of speech in it are taken.
 *
 * @throws RecordingError; ThreadEnded
 */
export async function* listen(
  run: RunRecording,
  { userId, signal, ...task }: ListenOptions,
): AsyncGenerator<Progress, RecordingFacts> {
  const { port1: port, port2 } = new MessageChannel()
  const over = new AbortController()
  const stop = AbortSignal.any([signal, over.signal])
  let isStuck = false
  const ended = run({ ...task, port: port2 }, { signal: stop, userId, transfer: [port2] })
  const end = (): void => {
    isStuck = true
    over.abort()
  }
  let begun = false
  const next = async (): Promise<Listened> => {
    const stall = begun ? setTimeout(end, STALL_MS) : undefined
    const answered = new Promise<Listened>((resolve) => {
      port.once('message', (listened: Listened) => resolve(listened))
    })
    port.postMessage(null)
    try {
      return await Promise.race([answered, ended.then(async () => answered)])
    } finally {
      clearTimeout(stall)
    }
  }
  try {
    for (;;) {
      const listened = await next()
      // Until then, it waits for a thread.
      begun = true
      if ('begun' in listened) continue
      if ('failure' in listened) throw new RecordingError(listened.failure, listened.detail)
      if ('end' in listened) return listened.end
      yield listened
    }
  } catch (cause) {
    throw isStuck ? new ThreadEnded('time', { cause }) : cause
  } finally {
    over.abort()
    port.close()
    await ended.catch(() => {})
  }
}
