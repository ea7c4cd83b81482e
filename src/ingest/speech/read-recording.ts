import { AppError } from '../../shared/errors.ts'
import { languageName } from '../../shared/text/languages.ts'
import type { OnMinutes, RecordingLimits, SpeechSegment, Transcriber } from '../../shared/transcriber.ts'
import type { TranscriptInput } from '../formats/audio/read-transcript.ts'
import { notInstalled } from './builtin.ts'
import { NOTHING_DECLARED } from './decode/declared.ts'
import { LanguageEvidence } from './language-evidence.ts'
import { listen, type Progress, RecordingError, type RunRecording } from './listen.ts'
import type { RecordingFacts, RecordingFailure } from './recording-thread.ts'

const UPLOAD_TRANSCRIPT = 'Upload its transcript or subtitles instead.'

const errorOf = (failure: RecordingFailure, { maxMinutes }: RecordingLimits, cause: unknown): AppError => {
  const hours = maxMinutes / 60
  const longest = Number.isInteger(hours) ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${maxMinutes} minutes`
  switch (failure) {
    case 'no sound':
      return new AppError('source_empty', 'There’s no sound in this file. Choose another one.', { cause })
    case 'codec':
      return new AppError(
        'source_type_unsupported',
        'The sound in this file is in a format that can’t be played here. These work: MP3, AAC, Opus, Vorbis, FLAC and uncompressed WAV. Convert it to one of them, or upload its transcript.',
        { cause },
      )
    case 'damaged':
      return new AppError(
        'source_damaged',
        'This recording is damaged and can’t be played. Download or save it again, or try another copy.',
        { cause },
      )
    case 'too long':
      return new AppError(
        'recording_too_long',
        `This recording is longer than ${longest}, the longest that can be transcribed here. Upload a part of it, or its transcript.`,
        { cause },
      )
    case 'not installed':
      return notInstalled(cause)
  }
}

const noSpeech = (): AppError =>
  new AppError('recording_no_speech', 'No speech was found in this recording, so there’s nothing to summarize.')

/** @param tag of the language that the recording declares; null if it declares none */
function otherLanguage(tag: string | null, { onlyLanguage }: Transcriber): AppError {
  const declared = tag === null ? null : languageName(tag)
  const only = languageName(onlyLanguage ?? 'en') ?? 'English'
  const seems = declared === null || declared === only ? `doesn’t seem to be in ${only}` : `seems to be in ${declared}`
  return new AppError(
    'recording_language',
    `This recording ${seems}. Without a transcription service, only ${only} can be transcribed here. ${UPLOAD_TRANSCRIPT}`,
  )
}

const noWords = ({ onlyLanguage }: Transcriber): AppError =>
  new AppError(
    'recording_language',
    `A voice was heard in this recording, but no words could be made out. It may be unclear, or in another language than ${languageName(onlyLanguage ?? 'en') ?? 'English'}. ${UPLOAD_TRANSCRIPT}`,
  )

function noteOn(evidence: LanguageEvidence, isCut: boolean): string | null {
  const seconds = Math.round(evidence.unclear)
  const length = seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
  const notes = [
    evidence.decide() === 'doubtful'
      ? 'Most of it was hard to make out: it may be unclear, or in another language, and many words may be wrong.'
      : null,
    seconds > 0 ? `About ${length} were left out, because they’re unclear or in another language.` : null,
    isCut ? 'The file is damaged, so its end may be missing.' : null,
  ].filter((note) => note !== null)
  return notes.length === 0 ? null : notes.join(' ')
}

export interface RecordingOptions {
  run: RunRecording
  transcriber: Transcriber
  limits: RecordingLimits
  ffmpegPath: string | null
  userId?: string | undefined
  signal: AbortSignal
  onMinutes?: OnMinutes | undefined
  /** Whether it is only checked: transcribes no more than its first words. */
  isCheck?: boolean | undefined
}

/**
 * The length of a recording in seconds, as its file declares it; nothing is transcribed.
 *
 * @throws AppError source_empty, source_type_unsupported, source_damaged, recording_too_long,
 * transcription_unavailable; ThreadEnded
 */
export async function inspectRecording(
  file: string,
  {
    run,
    limits,
    ffmpegPath,
    userId,
    signal,
  }: Pick<RecordingOptions, 'run' | 'limits' | 'ffmpegPath' | 'userId' | 'signal'>,
): Promise<number> {
  const maxSeconds = limits.maxMinutes * 60
  const listening = listen(run, {
    file,
    isInspection: true,
    maxPieceSeconds: 1,
    maxSeconds,
    ffmpegPath,
    userId,
    signal,
  })
  try {
    const step = await listening.next()
    return step.value.seconds
  } catch (error) {
    throw error instanceof RecordingError ? errorOf(error.failure, limits, error) : error
  }
}

export type Transcript = Omit<TranscriptInput, 'file'>

/** Facts of a recording whose reading was stopped. */
const NO_FACTS: RecordingFacts = { seconds: 0, declared: NOTHING_DECLARED, isCut: false }

/** Shorter sounds that seem to be voices rarely are. */
const MIN_VOICE_SECONDS = 2

/** Words that show that a recording can be transcribed. */
const CHECK_WORDS = 12

const wordsOf = (segments: readonly SpeechSegment[]): number =>
  segments.reduce((sum, { text }) => sum + text.split(/\s+/u).length, 0)

/**
 * Transcribes a recording.
 *
 * @param file its path
 * @throws AppError source_empty, source_type_unsupported, source_damaged, recording_too_long, recording_no_speech,
 * recording_language, transcription_unavailable; those of the transcriber; ThreadEnded
 */
export async function readRecording(file: string, options: RecordingOptions): Promise<Transcript> {
  const { run, transcriber, limits, ffmpegPath, userId, onMinutes, isCheck = false } = options
  const failed = new AbortController()
  const signal = AbortSignal.any([options.signal, failed.signal])
  const listening = listen(run, {
    file,
    isInspection: false,
    maxPieceSeconds: transcriber.maxPieceSeconds,
    maxSeconds: limits.maxMinutes * 60,
    ffmpegPath,
    userId,
    signal,
  })
  const evidence = new LanguageEvidence(transcriber)
  const segments: SpeechSegment[] = []
  const working = new Set<Promise<void>>()
  let language: string | null = null

  async function transcribe({ piece, seconds, declared }: Progress): Promise<void> {
    if (piece !== null) {
      const heard = await transcriber.transcribe(piece, signal)
      language ??= heard.language ?? null
      const judged = evidence.add(piece, heard)
      if (judged === 'other language') throw otherLanguage(declared.language, transcriber)
      if (judged === 'clear') segments.push(...heard.segments.filter(({ text }) => text !== ''))
    }
    const { seconds: whole } = declared
    if (!isCheck) await onMinutes?.(seconds / 60, whole === null ? null : Math.max(whole, seconds) / 60)
  }

  let isBegun = false
  /** Has the caller allow the recording before any of it is transcribed. */
  async function begin({ declared: { seconds: whole } }: Progress): Promise<void> {
    if (isBegun || isCheck) return
    isBegun = true
    await onMinutes?.(0, whole === null ? null : whole / 60)
  }

  const start = (progress: Progress): void => {
    const task = transcribe(progress).finally(() => working.delete(task))
    task.catch((error: unknown) => failed.abort(error))
    working.add(task)
  }

  async function transcribeAll(): Promise<RecordingFacts | null> {
    for (;;) {
      signal.throwIfAborted()
      const step = await listening.next()
      if (step.done === true) return step.value
      await begin(step.value)
      start(step.value)
      if (working.size >= transcriber.concurrency) await Promise.race(working)
      if (isCheck && wordsOf(segments) >= CHECK_WORDS) return null
    }
  }

  try {
    const facts = await transcribeAll()
    await Promise.all(working)
    if (facts !== null && evidence.decide() === 'other language')
      throw otherLanguage(facts.declared.language, transcriber)
    if (segments.length === 0) throw evidence.heard < MIN_VOICE_SECONDS ? noSpeech() : noWords(transcriber)
    return {
      segments: segments.toSorted((one, other) => one.start - other.start),
      transcribedBy: transcriber.name,
      seconds: facts?.seconds ?? 0,
      language: language ?? transcriber.onlyLanguage ?? null,
      tags: facts?.declared ?? NOTHING_DECLARED,
      note: noteOn(evidence, facts?.isCut === true),
    }
  } catch (error) {
    if (error instanceof RecordingError) throw errorOf(error.failure, limits, error)
    // The failure that stopped the other pieces is the cause.
    throw failed.signal.aborted && !options.signal.aborted ? failed.signal.reason : error
  } finally {
    failed.abort()
    await listening.return(NO_FACTS)
    await Promise.allSettled(working)
  }
}
