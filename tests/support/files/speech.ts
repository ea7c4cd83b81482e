import { toWav } from '../../../src/summarizer/models/wav.ts'

/** Samples per second of the recordings. */
const RATE = 16_000

/** Formants of vowels in hertz (Peterson and Barney, 1952, table II: men). */
const vowels = [
  [270, 2290, 3010],
  [530, 1840, 2480],
  [660, 1720, 2410],
  [730, 1090, 2440],
  [570, 840, 2410],
  [300, 870, 2240],
] as const

const vowelAt = (syllable: number): readonly number[] => vowels[(syllable * 5) % vowels.length] ?? []

/** A resonance (Klatt, 1980): a filter with two poles. */
function resonator(bandwidth: number): (input: number, frequency: number) => number {
  let [last, before] = [0, 0]
  const r = Math.exp((-Math.PI * bandwidth) / RATE)
  return (input, frequency) => {
    const b = 2 * r * Math.cos((2 * Math.PI * frequency) / RATE)
    const output = (1 - b + r * r) * input + b * last - r * r * before
    before = last
    last = output
    return output
  }
}

/** A syllable, and a phrase with the pause after it, in seconds. */
const SYLLABLE = 0.22
const PHRASE = 2.6
const PERIOD = 3.4

/**
 * Makes a WAV file of synthesized vowels, in phrases with pauses between them. Voice activity detectors take it for
 * speech, although it has no words.
 */
export async function voiceRecording(seconds: number): Promise<Buffer> {
  const samples = new Float32Array(Math.round(seconds * RATE))
  const filters = [resonator(80), resonator(100), resonator(150)]
  let phase = 0
  for (let at = 0; at < samples.length; at += 1) {
    const time = at / RATE
    const inPhrase = time % PERIOD
    const syllable = Math.floor(time / SYLLABLE)
    const inSyllable = (time / SYLLABLE) % 1
    phase += (120 + 18 * Math.sin(4.4 * time) - 12 * (inPhrase / PHRASE)) / RATE
    const pulse = Math.floor(phase)
    phase %= 1
    const loudness = inPhrase > PHRASE ? 0 : Math.sqrt(Math.sin(Math.PI * Math.min(1, inSyllable * 1.2 + 0.02)))
    const [from, to] = [vowelAt(syllable), vowelAt(syllable + 1)]
    const glide = Math.max(0, inSyllable - 0.6) / 0.4
    let sound = pulse * loudness
    for (const [index, filter] of filters.entries()) {
      const frequency = from[index] ?? 0
      sound = filter(sound, frequency + ((to[index] ?? 0) - frequency) * glide)
    }
    samples[at] = 3 * sound
  }
  return Buffer.from(await toWav(samples))
}
