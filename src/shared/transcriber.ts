/** One stretch of speech; times in seconds from the start of the recording. */
export interface SpeechSegment {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Label of the speaker, if the transcriber distinguishes speakers. */
  readonly speaker?: string
}

/** Samples a second that speech models take. */
export const SPEECH_RATE = 16_000

/** Part of a recording: mono samples from -1 to 1, at `SPEECH_RATE`. */
export interface SpeechPiece {
  readonly samples: Float32Array
  /** Seconds from the start of the recording. */
  readonly start: number
}

/** Transcript of a piece. */
export interface TranscribedPiece {
  readonly segments: readonly SpeechSegment[]
  /** Language tag, if the transcriber detects the language. */
  readonly language?: string
  /** Mean log probability of the model's tokens, 0 for certainty, if the transcriber knows it. */
  readonly confidence?: number
}

/** Turns pieces of a recording into text: the built-in model, or a service. */
export interface Transcriber {
  /** Shown to readers: "Moonshine tiny", "whisper-1". */
  readonly name: string
  /** Longest piece that it accepts. */
  readonly maxPieceSeconds: number
  /** Pieces that it transcribes at a time. */
  readonly concurrency: number
  /** Language tag of the one language that it understands; absent if it takes many. */
  readonly onlyLanguage?: string
  /** @throws AppError of the `source_*` family; cancelled */
  transcribe(piece: SpeechPiece, signal: AbortSignal): Promise<TranscribedPiece>
  close(): Promise<void>
}

/** Limits of a recording. */
export interface RecordingLimits {
  readonly maxBytes: number
  readonly maxMinutes: number
}

/**
 * Called with the minutes of a recording that are transcribed, of all that it has (null until known): before the first piece,
 * and after each. Awaited before more is transcribed, and ends the reading if it throws.
 */
export type OnMinutes = (minutesDone: number, minutes: number | null) => void | Promise<void>
