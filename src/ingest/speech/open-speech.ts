import type { RecordingLimits, Transcriber } from '../../shared/transcriber.ts'
import type { ThreadPool } from '../../threads/thread-pool.ts'
import { openRecordingThreads } from './listen.ts'
import type { RecordingOptions, Transcript } from './read-recording.ts'

/** How recordings are transcribed. */
export interface SpeechSettings {
  limits: RecordingLimits
  /** Decodes what the built-in decoders can't; null if the machine has none. */
  ffmpegPath: string | null
  /** A service, which is closed with the reader; absent for the built-in model. */
  transcriber?: Transcriber | undefined
}

export interface Speech {
  /** Transcribes the recording at a path. @throws AppError, see `readRecording`; ThreadEnded */
  transcribe(
    file: string,
    options: Pick<RecordingOptions, 'userId' | 'signal' | 'onMinutes' | 'isCheck'>,
  ): Promise<Transcript>
  /** Seconds of the recording at a path. @throws AppError, see `inspectRecording`; ThreadEnded */
  inspect(file: string, options: Pick<RecordingOptions, 'userId' | 'signal'>): Promise<number>
  close(): Promise<void>
}

/** Opens the transcription of recordings; its parts are loaded with the first one. */
export function openSpeech(
  { transcriber: service, limits, ffmpegPath }: SpeechSettings,
  pool: ThreadPool,
  threads: number,
): Speech {
  const run = openRecordingThreads(pool, threads)
  let transcriber: Promise<Transcriber> | undefined = service && Promise.resolve(service)
  return {
    async transcribe(file, options) {
      const { readRecording } = await import('./read-recording.ts')
      transcriber ??= import('./builtin.ts').then(({ createBuiltInTranscriber }) => createBuiltInTranscriber())
      return readRecording(file, { run, transcriber: await transcriber, limits, ffmpegPath, ...options })
    },
    inspect: async (file, options) =>
      (await import('./read-recording.ts')).inspectRecording(file, { run, limits, ffmpegPath, ...options }),
    close: async () => (await transcriber)?.close(),
  }
}
