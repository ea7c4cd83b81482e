import { describe, expect, it } from 'vitest'
import { toMono } from './mono.ts'

const wave = Float32Array.from({ length: 400 }, (_, at) => Math.sin(at / 5) / 2)
const silence = new Float32Array(400)
const times = (factor: number): Float32Array => wave.map((sample) => sample * factor)
const mono = (channelData: Float32Array[]): Float32Array => toMono({ channelData, sampleRate: 16_000 })

describe('the channels of a recording', () => {
  it('are mixed', () => {
    expect(mono([wave])).toEqual(wave)
    expect(mono([wave, wave])).toEqual(wave)
    expect(mono([wave, silence])).toEqual(times(0.5))
    expect(mono([silence, silence, wave, silence, silence, silence])[7]).toBeCloseTo((wave[7] ?? 0) / 6)
    expect(mono([])).toHaveLength(0)
  })

  it('don’t cancel each other out', () => {
    expect(mono([wave, times(-1)])).toEqual(wave)
    expect(mono([times(-0.95), wave])).toEqual(wave)
    expect(mono([silence, silence])).toEqual(silence)
  })
})
