import { describe, expect, it } from 'vitest'
import { Resampler } from './resample.ts'

const tone = (rate: number, hertz: number, seconds: number): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate))

/** Converts in chunks of an odd length, as decoders give them. */
function convert(rate: number, samples: Float32Array): Float32Array {
  const resampler = new Resampler(rate)
  const parts: Float32Array[] = []
  for (let from = 0; from < samples.length; from += 959) parts.push(resampler.push(samples.subarray(from, from + 959)))
  return Float32Array.from([...parts, resampler.flush()].flatMap((part) => Array.from(part)))
}

describe('Resampler', () => {
  it.each([8000, 11_025, 22_050, 32_000, 44_100, 48_000, 47_999, 192_000])('keeps a tone of %d samples', (rate) => {
    const converted = convert(rate, tone(rate, 440, 1))
    expect(Math.abs(converted.length - 16_000)).toBeLessThanOrEqual(2)
    const expected = tone(16_000, 440, 1)
    const worst = Math.max(
      ...Array.from({ length: 15_000 }, (_, at) => Math.abs((converted[at + 500] ?? 9) - (expected[at + 500] ?? 0))),
    )
    expect(worst).toBeLessThan(0.01)
  })

  it('removes what speech models would hear as another tone', () => {
    expect(
      Math.max(
        ...convert(48_000, tone(48_000, 12_000, 1))
          .subarray(500, 15_000)
          .map(Math.abs),
      ),
    ).toBeLessThan(0.01)
  })
})
