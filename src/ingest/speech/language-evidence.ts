import type { SpeechPiece, TranscribedPiece, Transcriber } from '../../shared/transcriber.ts'
import { SPEECH_RATE } from './decode/resample.ts'

/**
 * Mean log probability below which Moonshine hears another language than English, chosen on half of the recordings of
 * `npm run bench -- speech`.
 */
const MIN_CONFIDENCE = -0.6

/** Speech after which the language is decided before the recording ends. */
const ENOUGH_SECONDS = 60

/** Decides whether speech is in the one language that a transcriber understands: in another one, it is unsure of its words. */
export class LanguageEvidence {
  readonly #isNeeded: boolean
  #seconds = 0
  #sum = 0
  #isDecided = false

  constructor({ onlyLanguage }: Pick<Transcriber, 'onlyLanguage'>) {
    this.#isNeeded = onlyLanguage !== undefined
  }

  /** Adds what was heard in a piece. */
  add({ samples }: SpeechPiece, { confidence }: TranscribedPiece): 'other language' | 'undecided' {
    if (!this.#isNeeded || confidence === undefined || this.#isDecided) return 'undecided'
    const seconds = samples.length / SPEECH_RATE
    this.#seconds += seconds
    this.#sum += confidence * seconds
    if (this.#seconds < ENOUGH_SECONDS) return 'undecided'
    this.#isDecided = true
    return this.decide()
  }

  decide(): 'other language' | 'undecided' {
    return this.#seconds > 0 && this.#sum / this.#seconds < MIN_CONFIDENCE ? 'other language' : 'undecided'
  }
}
