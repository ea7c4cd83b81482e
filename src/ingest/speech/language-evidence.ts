import type { SpeechPiece, TranscribedPiece, Transcriber } from '../../shared/transcriber.ts'
import { SPEECH_RATE } from '../../shared/transcriber.ts'

/**
 * Mean log probability of Moonshine's tokens below which a recording is in another language than English, chosen on every
 * other recording of `npm run bench -- speech`. docs/benchmarks.md has what it does on the rest.
 */
const MIN_CONFIDENCE = -0.6
/** Below, many words are wrong, or the language is. Chosen with all of those recordings in view, like the next one. */
const DOUBTFUL = -0.25
/** Below, a piece is in another language, whatever the others are. */
const MIN_PIECE_CONFIDENCE = -0.9

/** Speech after which the language is decided before the recording ends. */
const ENOUGH_SECONDS = 60

/** Decides whether speech is in the one language that a transcriber understands, by its confidence in the words. */
export class LanguageEvidence {
  readonly #isNeeded: boolean
  #seconds = 0
  #sum = 0
  #isDecided = false
  /** Seconds of pieces that are left out. */
  #unclear = 0
  #heard = 0

  constructor({ onlyLanguage }: Pick<Transcriber, 'onlyLanguage'>) {
    this.#isNeeded = onlyLanguage !== undefined
  }

  /** Seconds of speech so far, for a transcriber of one language. */
  get heard(): number {
    return this.#heard
  }

  /** Seconds of the pieces that are no part of the transcript. */
  get unclear(): number {
    return this.#unclear
  }

  /**
   * Adds the transcript of a piece.
   *
   * @returns whether it belongs to the transcript; `other language` if reading the recording should stop
   */
  add({ samples }: SpeechPiece, { confidence }: TranscribedPiece): 'clear' | 'unclear' | 'other language' {
    if (!this.#isNeeded || confidence === undefined) return 'clear'
    const seconds = samples.length / SPEECH_RATE
    this.#heard += seconds
    if (!this.#isDecided) {
      this.#seconds += seconds
      this.#sum += confidence * seconds
      this.#isDecided = this.#seconds >= ENOUGH_SECONDS
      if (this.#isDecided && this.decide() === 'other language') return 'other language'
    }
    if (confidence >= MIN_PIECE_CONFIDENCE) return 'clear'
    this.#unclear += seconds
    return 'unclear'
  }

  decide(): 'other language' | 'doubtful' | 'fits' {
    const confidence = this.#seconds === 0 ? 0 : this.#sum / this.#seconds
    if (confidence < MIN_CONFIDENCE) return 'other language'
    return confidence < DOUBTFUL ? 'doubtful' : 'fits'
  }
}
