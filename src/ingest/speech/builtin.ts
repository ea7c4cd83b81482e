import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { AppError } from '../../shared/errors.ts'
import type { SpeechPiece, TranscribedPiece, Transcriber } from '../../shared/transcriber.ts'
import { withoutLoop } from './loops.ts'
import type { Heard } from './moonshine.ts'
import type { MoonshineAnswer } from './moonshine-thread.ts'

/** Threads beyond that gain little: each holds a model of 200 MB. */
const MAX_THREADS = 4

/** 30 s of speech take 3 s on an idle core. */
const PIECE_MS = 120_000
const IDLE_MS = 30_000

const SCRIPT = new URL('./moonshine-thread.ts', import.meta.url)

/** The error for packages that aren't installed. */
export const notInstalled = (cause?: unknown): AppError =>
  new AppError(
    'transcription_unavailable',
    'Recordings can’t be transcribed here, because the speech model isn’t installed. Whoever runs Precis can add it with “npm ci --include=optional”. Until then, upload a transcript or subtitles.',
    { cause },
  )

const tooSlow = (): AppError =>
  new AppError('timed_out', 'Transcribing takes too long here right now. Try again later, or upload a transcript.')

const canceled = (): AppError => new AppError('cancelled', 'Reading the source was canceled.')

/** Transcribes English on this machine with Moonshine tiny, in threads that start with the first piece. */
export class BuiltInTranscriber implements Transcriber {
  readonly name = 'Moonshine tiny'
  readonly maxPieceSeconds = 30
  readonly onlyLanguage = 'en'
  readonly concurrency: number
  readonly #free: Worker[] = []
  readonly #limit: ReturnType<typeof pLimit>
  #isClosed = false
  #idle: NodeJS.Timeout | undefined

  constructor(threads = Math.min(MAX_THREADS, availableParallelism())) {
    this.concurrency = threads
    this.#limit = pLimit(threads)
  }

  /** @throws AppError transcription_unavailable, cancelled */
  async transcribe({ samples, start }: SpeechPiece, signal: AbortSignal): Promise<TranscribedPiece> {
    const { text, confidence, isComplete } = await this.#limit(async () => this.#hear(samples, signal))
    const end = start + samples.length / 16_000
    return { segments: [{ start, end, text: isComplete ? text : withoutLoop(text) }], confidence, isComplete }
  }

  async #hear(samples: Float32Array, signal: AbortSignal): Promise<Heard> {
    if (signal.aborted || this.#isClosed) throw canceled()
    clearTimeout(this.#idle)
    const worker = this.#free.pop() ?? new Worker(SCRIPT, { env: {}, execArgv: [] })
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(samples)
      const [answer]: MoonshineAnswer[] = await once(worker, 'message', {
        signal: AbortSignal.any([signal, AbortSignal.timeout(PIECE_MS)]),
      })
      if (answer === undefined) throw new Error('The thread of the speech model gave no answer.')
      if ('heard' in answer) {
        this.#giveBack(worker)
        return answer.heard
      }
      const cause = new Error(answer.failure)
      throw answer.isMissing ? notInstalled(cause) : cause
    } catch (error) {
      // A model can't be interrupted.
      await worker.terminate()
      if (signal.aborted) throw canceled()
      throw error instanceof Error && error.name === 'AbortError' ? tooSlow() : error
    }
  }

  #giveBack(worker: Worker): void {
    if (this.#isClosed) void worker.terminate()
    else this.#free.push(worker)
    this.#idle = setTimeout(() => void this.#release(), IDLE_MS).unref()
  }

  async #release(): Promise<void> {
    await Promise.all(this.#free.splice(0).map(async (worker) => worker.terminate()))
  }

  /** Ends all threads; those at work end with their piece. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    await this.#release()
  }
}
