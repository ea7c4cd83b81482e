import { SPEECH_RATE } from '../../../shared/transcriber.ts'

/** Zero crossings of the filter on each side, and its steps between two of them. */
const CROSSINGS = 16
const STEPS = 256

/** Share of the band that passes: the rest is the filter's slope. */
const PASS = 0.94

/** Positions between two samples that weights are computed for: enough for all common rates. */
const PHASES = 640

/** Sinc under a Hann window, from its center to the right. */
const kernel = Float64Array.from({ length: CROSSINGS * STEPS + 2 }, (_, index) => {
  const at = index / STEPS
  if (at >= CROSSINGS) return 0
  const window = 0.5 + 0.5 * Math.cos((Math.PI * at) / CROSSINGS)
  return at === 0 ? 1 : (Math.sin(Math.PI * at) / (Math.PI * at)) * window
})

/**
 * Converts a stream of mono samples to 16,000 a second, by band-limited interpolation
 * (Smith, https://ccrma.stanford.edu/~jos/resample/). Time is linear in the samples.
 */
export class Resampler {
  readonly #step: number
  readonly #scale: number
  /** Input samples that each output sample depends on, on each side. */
  readonly #reach: number
  readonly #weights = new Map<number, Float32Array>()
  #held: Float32Array = new Float32Array(0)
  /** Position of the next output sample, in `#held`. */
  #at: number

  /** @param rate samples a second of the input */
  constructor(rate: number) {
    this.#step = rate / SPEECH_RATE
    this.#scale = Math.min(1, SPEECH_RATE / rate) * PASS
    this.#reach = Math.ceil(CROSSINGS / this.#scale)
    this.#held = new Float32Array(this.#reach)
    this.#at = this.#reach
  }

  /** Converts further samples; the last ones are held until others follow. */
  push(samples: Float32Array): Float32Array {
    if (this.#step === 1) return samples
    const held = new Float32Array(this.#held.length + samples.length)
    held.set(this.#held)
    held.set(samples, this.#held.length)
    const last = held.length - this.#reach - 1
    const count = Math.max(0, Math.floor((last - this.#at) / this.#step) + 1)
    const converted = new Float32Array(count)
    // Hours of silence take no time.
    if (held.some((sample) => sample !== 0))
      for (let index = 0; index < count; index += 1)
        converted[index] = this.#sampleAt(held, this.#at + index * this.#step)
    this.#at += count * this.#step
    const from = Math.max(0, Math.floor(this.#at) - this.#reach)
    this.#held = held.slice(from)
    this.#at -= from
    return converted
  }

  /** Converts what is held. */
  flush(): Float32Array {
    return this.#step === 1 ? new Float32Array(0) : this.push(new Float32Array(this.#reach))
  }

  #sampleAt(held: Float32Array, position: number): number {
    const phase = Math.round((position % 1) * PHASES)
    const from = Math.floor(position) - this.#reach + 1 + (phase === PHASES ? 1 : 0)
    const weights = this.#weightsOf(phase % PHASES)
    let sum = 0
    for (let at = Math.max(0, -from); at < weights.length && from + at < held.length; at += 1)
      sum += (held[from + at] ?? 0) * (weights[at] ?? 0)
    return sum
  }

  /** Weights of the samples around a position at that phase between two of them. */
  #weightsOf(phase: number): Float32Array {
    return this.#weights.getOrInsertComputed(phase, () => {
      const turn = this.#scale * STEPS
      return Float32Array.from({ length: 2 * this.#reach }, (_, at) => {
        const distance = Math.abs(at - this.#reach + 1 - phase / PHASES) * turn
        const index = Math.floor(distance)
        const [low, high] = [kernel[index] ?? 0, kernel[index + 1] ?? 0]
        return this.#scale * (low + (high - low) * (distance - index))
      })
    })
  }
}
