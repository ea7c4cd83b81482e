import type { Sound } from './codecs.ts'

/** Share of the loudest channel's energy below which channels cancel each other out: as of a cable with swapped poles. */
const CANCELED = 0.02

function energyOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum
}

/** The mean of all channels, or the loudest one if nothing would be left of it. */
export function toMono({ channelData: [first, ...others] }: Sound): Float32Array {
  if (first === undefined || others.length === 0) return first ?? new Float32Array(0)
  const mono = first.slice()
  for (const other of others) for (let at = 0; at < mono.length; at += 1) mono[at] = (mono[at] ?? 0) + (other[at] ?? 0)
  const share = 1 / (others.length + 1)
  for (let at = 0; at < mono.length; at += 1) mono[at] = (mono[at] ?? 0) * share
  const loudest = [first, ...others].reduce((one, other) => (energyOf(other) > energyOf(one) ? other : one))
  // One of many channels alone has the square of its share.
  return energyOf(mono) < CANCELED * share * energyOf(loudest) ? loudest : mono
}
