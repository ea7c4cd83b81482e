import type { SpeechPiece } from '../../shared/transcriber.ts'
import { SPEECH_RATE } from '../../shared/transcriber.ts'
import { FRAME } from './voice-activity.ts'

/** Silero's authors' thresholds: speech begins above the first and ends below the second. */
const BEGINS = 0.5
const ENDS = 0.35

const frames = (seconds: number): number => Math.round((seconds * SPEECH_RATE) / FRAME)

/** Sound that is kept before and after speech. */
const PADDING = frames(0.3)

/** A pause that ends a stretch of speech. */
const PAUSE = frames(0.5)

/** Shorter sounds are clicks. */
const MIN_SPEECH = frames(0.2)

/** A piece ends at a pause from here on, so that the model sees whole sentences. */
const WANTED = frames(12)

/**
 * Services that take long pieces know speakers, and the spelling of names, within one piece only. Such a piece ends at a
 * pause in its last minute, and keeps shorter silences.
 */
const LAST_PART = frames(60)
const SILENCE = frames(20)

/** Pauses that end a piece however short it is. */
const LONG_PAUSE = frames(2.5)

/** Where a piece without a pause may be cut, before its longest length. */
const CUT_RANGE = frames(8)

interface Frame {
  samples: Float32Array
  probability: number
}

/** Cuts frames into pieces of speech at pauses, without the silence between them. */
export class PieceCutter {
  readonly #longest: number
  readonly #wanted: number
  readonly #longPause: number
  readonly #held: Frame[] = []
  /** Number of the first held frame. */
  #first = 0
  #speaking = false
  /** Frames of speech among those held. */
  #spoken = 0
  /** Frames since speech was last heard. */
  #pause = 0

  constructor(maxSeconds: number) {
    this.#longest = Math.floor((maxSeconds * SPEECH_RATE) / FRAME)
    this.#wanted = Math.max(WANTED, this.#longest - LAST_PART)
    this.#longPause = this.#wanted > WANTED ? SILENCE : LONG_PAUSE
  }

  /** Takes the next frame. @returns the pieces that it ends */
  push(samples: Float32Array, probability: number): SpeechPiece[] {
    this.#held.push({ samples, probability })
    this.#speaking = probability >= (this.#speaking ? ENDS : BEGINS)
    if (this.#speaking) {
      this.#spoken += 1
      this.#pause = 0
    } else this.#pause += 1
    if (this.#spoken === 0) {
      if (this.#held.length > PADDING) this.#drop(1)
      return []
    }
    const length = this.#held.length - this.#pause
    const isEnd = this.#pause >= this.#longPause || (this.#pause >= PAUSE && length >= this.#wanted)
    if (isEnd) return this.#take(this.#held.length - Math.max(0, this.#pause - PADDING))
    return this.#held.length >= this.#longest ? this.#take(this.#bestCut()) : []
  }

  /** The last piece. */
  flush(): SpeechPiece[] {
    return this.#spoken === 0 ? [] : this.#take(this.#held.length)
  }

  /** The quietest frame before the longest length. */
  #bestCut(): number {
    const from = this.#held.length - CUT_RANGE
    let best = this.#held.length
    let lowest = Number.POSITIVE_INFINITY
    for (let at = from; at < this.#held.length - PADDING; at += 1) {
      // A cut amid a pause: the frames beside it count as well.
      const around = this.#held.slice(at - 2, at + 3).reduce((sum, frame) => sum + frame.probability, 0)
      if (around <= lowest) [lowest, best] = [around, at + 1]
    }
    return best
  }

  #take(count: number): SpeechPiece[] {
    const start = (this.#first * FRAME) / SPEECH_RATE
    const taken = this.#held.slice(0, count)
    const isSpeech = this.#spoken >= MIN_SPEECH
    this.#drop(count)
    const last = this.#held.findLastIndex(({ probability }) => probability >= ENDS)
    this.#spoken = this.#held.filter(({ probability }) => probability >= ENDS).length
    this.#pause = this.#held.length - 1 - last
    if (this.#spoken === 0) this.#drop(Math.max(0, this.#held.length - PADDING))
    if (!isSpeech) return []
    const samples = new Float32Array(taken.length * FRAME)
    taken.forEach((frame, at) => samples.set(frame.samples, at * FRAME))
    return [{ samples, start }]
  }

  #drop(count: number): void {
    this.#held.splice(0, count)
    this.#first += count
  }
}
