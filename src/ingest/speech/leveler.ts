import { SPEECH_RATE } from '../../shared/transcriber.ts'
import { FRAME } from './voice-activity.ts'

/** Samples that are leveled together: about 10 s. */
const BLOCK = Math.round((SPEECH_RATE * 10) / FRAME) * FRAME
const RECENT_BLOCKS = 3

/** Root mean square of speech that is loud enough, of sound that contains none, and the most that is done. */
const LOUD = 0.03
const FAINT = 0.0002
const MAX_GAIN = 30

/** Share of the frames that is louder, by which a block's loudness is measured: speech has pauses. */
const LOUD_SHARE = 0.1

function loudnessOf(block: Float32Array): number {
  const levels: number[] = []
  for (let from = 0; from < block.length; from += FRAME) {
    let sum = 0
    for (let at = from; at < from + FRAME && at < block.length; at += 1) sum += (block[at] ?? 0) ** 2
    levels.push(Math.sqrt(sum / FRAME))
  }
  return levels.toSorted((one, other) => other - one)[Math.floor(levels.length * LOUD_SHARE)] ?? 0
}

/** Collects samples in blocks of whole frames, and makes those of a quiet recording louder. */
export class Leveler {
  #block = new Float32Array(BLOCK)
  #filled = 0
  /** Loudness of the last blocks: a quiet one amid loud ones is a pause. */
  readonly #recent: number[] = []

  /** @returns the blocks that the samples fill */
  push(samples: Float32Array): Float32Array[] {
    const full: Float32Array[] = []
    for (let from = 0; from < samples.length; ) {
      const some = samples.subarray(from, from + BLOCK - this.#filled)
      this.#block.set(some, this.#filled)
      this.#filled += some.length
      from += some.length
      if (this.#filled === BLOCK) full.push(this.#take(BLOCK))
    }
    return full
  }

  /** The last block, up to a whole frame of silence longer than its samples. */
  flush(): Float32Array {
    return this.#take(Math.ceil(this.#filled / FRAME) * FRAME)
  }

  #take(length: number): Float32Array {
    const block = this.#block.subarray(0, length)
    this.#block = new Float32Array(BLOCK)
    this.#filled = 0
    this.#recent.push(loudnessOf(block))
    if (this.#recent.length > RECENT_BLOCKS) this.#recent.shift()
    const loudness = Math.max(...this.#recent)
    const gain = loudness >= LOUD || loudness <= FAINT ? 1 : Math.min(MAX_GAIN, LOUD / loudness)
    return gain === 1 ? block : block.map((sample) => Math.max(-1, Math.min(1, sample * gain)))
  }
}
