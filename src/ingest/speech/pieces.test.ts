import { describe, expect, it } from 'vitest'
import { SPEECH_RATE } from '../../shared/transcriber.ts'
import { PieceCutter } from './pieces.ts'
import { FRAME } from './voice-activity.ts'

/** Start and end of the pieces of a recording, in seconds, of which stretches of speech and silence alternate. */
function cut(maxSeconds: number, ...stretches: readonly number[]) {
  const cutter = new PieceCutter(maxSeconds)
  const pieces = stretches.flatMap((seconds, index) =>
    Array.from({ length: Math.round((seconds * SPEECH_RATE) / FRAME) }, () =>
      cutter.push(new Float32Array(FRAME), index % 2 === 0 ? 0.9 : 0.01),
    ).flat(),
  )
  return [...pieces, ...cutter.flush()].map(({ start, samples }) => [
    Math.round(start),
    Math.round(start + samples.length / SPEECH_RATE),
  ])
}

/** Minutes of speech in phrases of 5 s with pauses of a second. */
const talk = (minutes: number): number[] => Array.from({ length: minutes * 10 }, () => [5, 1]).flat()

describe('pieces of speech', () => {
  it('for a model of short pieces end at the first pause after 12 s', () => {
    expect(cut(30, 5, 1, 5, 1, 5, 1, 5)).toEqual([
      [0, 17],
      [18, 23],
    ])
  })

  it('leave out silence', () => {
    expect(cut(30, 4, 60, 4)).toEqual([
      [0, 4],
      [64, 68],
    ])
    expect(cut(600, 4, 60, 4)).toEqual([
      [0, 4],
      [64, 68],
    ])
  })

  it('are cut in speech without pauses', () => {
    const pieces = cut(30, 70)
    expect(pieces).toHaveLength(3)
    expect(pieces.every(([start = 0, end = 0]) => end - start <= 30)).toBe(true)
    expect(pieces.at(-1)?.[1]).toBe(70)
  })

  it.each([
    [120, 2],
    [600, 1],
  ])('for a service that takes %i s are long, with their silences', (maxSeconds, count) => {
    const pieces = cut(maxSeconds, ...talk(2))
    expect(pieces).toHaveLength(count)
    expect(cut(maxSeconds, 4, 10, 4)).toEqual([[0, 18]])
  })
})
