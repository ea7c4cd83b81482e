import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../shared/errors.ts'
import type { Transcriber } from '../../shared/transcriber.ts'
import { SPEECH_RATE } from '../../shared/transcriber.ts'
import { createThreadPool, mebibytes, ThreadEnded } from '../../threads/thread-pool.ts'
import { canceled } from '../canceled.ts'
import { withoutLoop } from './loops.ts'
import type { MoonshineAnswer } from './moonshine-thread.ts'

/** More threads gain little: each has a model of 200 MB. */
const MAX_THREADS = 4

/** 30 s of speech take 3 s on an idle core. */
const PIECE_MS = 120_000
const IDLE_MS = 30_000

/** Heap and array buffers of a thread. */
const MEMORY_BYTES = mebibytes(1024)

const SCRIPT = fileURLToPath(new URL('./moonshine-thread.ts', import.meta.url))

/** The error for packages that aren't installed. */
export const notInstalled = (cause?: unknown): AppError =>
  new AppError(
    'transcription_unavailable',
    'Recordings can’t be transcribed here, because the speech model isn’t installed. Whoever runs Precis can add it with “npm ci --include=optional”. Until then, upload a transcript or subtitles.',
    { cause },
  )

const tooSlow = (): AppError =>
  new AppError('timed_out', 'Transcribing takes too long here right now. Try again later, or upload a transcript.')

/**
 * Creates the transcriber of this machine, Moonshine tiny for English. Its threads are its own, since each keeps the model
 * until it is idle for half a minute.
 */
export function createBuiltInTranscriber(): Transcriber {
  const threads = Math.min(MAX_THREADS, availableParallelism())
  const pool = createThreadPool({ minThreads: 0, idleMs: IDLE_MS })
  const run = pool.openKind<Float32Array, MoonshineAnswer>({ script: SCRIPT, threads, memoryBytes: MEMORY_BYTES })
  return {
    name: 'Moonshine tiny',
    maxPieceSeconds: 30,
    onlyLanguage: 'en',
    concurrency: threads,
    async transcribe({ samples, start }, signal) {
      const answer = await run(samples, { signal, timeMs: PIECE_MS }).catch((error: unknown) => {
        if (!(error instanceof ThreadEnded)) throw error
        if (error.end === 'cancelled') throw canceled(error)
        throw error.end === 'time' ? tooSlow() : error
      })
      if ('failure' in answer) {
        const cause = new Error(answer.failure)
        throw answer.isMissing ? notInstalled(cause) : cause
      }
      const { text, confidence, isComplete } = answer.recognized
      const end = start + samples.length / SPEECH_RATE
      return { segments: [{ start, end, text: isComplete ? text : withoutLoop(text) }], confidence }
    },
    close: async () => pool.close(),
  }
}
