import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lengthsFor, lengthsFromNotes } from './lengths.ts'

describe('the lengths of a page', () => {
  it('have only a first screen below 400 words', () => {
    expect(lengthsFor(399, true)).toMatchObject({ summary: null, parts: null, takeaways: { least: 2, most: 3 } })
    expect(lengthsFor(399, true).firstScreen).toBe(100)
    expect(lengthsFor(40, true)).toMatchObject({ gist: 16, takeaways: { least: 0, most: 1 } })
    expect(lengthsFor(300, false, 8).gist).toBe(8)
  })

  it('add a summary of a tenth from 400 words and advanced parts from 1,000 words', () => {
    expect(lengthsFor(600, true)).toMatchObject({ summary: { least: 42, most: 60 }, parts: null })
    expect(lengthsFor(5000, false)).toMatchObject({ firstScreen: 180, parts: null, quotes: 0 })
    expect(lengthsFor(1000, true)).toMatchObject({ firstScreen: 170, summary: { most: 42 } })
    expect(lengthsFor(5000, true)).toMatchObject({
      summary: { least: 84, most: 120 },
      parts: { least: 480, most: 600 },
      takeaways: { least: 4, most: 5 },
      quotes: 3,
    })
  })

  it('have a part for each chapter of a book', () => {
    expect(lengthsFor(220_000, true)).toMatchObject({
      byChapter: true,
      parts: { least: 1250, most: 2500 },
      takeaways: { least: 5, most: 8 },
    })
  })

  it('respect the requested length', () => {
    expect(lengthsFor(5000, false, 50).summary).toEqual({ least: 30, most: 50 })
    expect(lengthsFor(5000, false, 450).summary).toEqual({ least: 270, most: 450 })
    expect(lengthsFor(5000, false, 1).summary?.most).toBe(1)
  })

  it('follow the notes of a long source', () => {
    const lengths = lengthsFromNotes(lengthsFor(220_000, true), 200)
    expect(lengths.summary).toEqual({ least: 84, most: 120 })
    expect(lengths.parts).toEqual({ least: 160, most: 160 })
  })

  it('are ranges at any length, and together at most two fifths of the source', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 1_000_000 }), fc.boolean(), (words, advanced) => {
        const { firstScreen, takeaways, summary, parts } = lengthsFor(words, advanced)
        const ranges = [takeaways, ...(summary === null ? [] : [summary]), ...(parts === null ? [] : [parts])]
        for (const { least, most } of ranges) expect(least).toBeLessThanOrEqual(most)
        const page = firstScreen + (summary?.most ?? 0) + (parts?.most ?? 0)
        expect(page).toBeLessThanOrEqual(Math.max(12, words * 0.4 + 1))
        if (parts !== null) expect(parts.most).toBeGreaterThanOrEqual((summary?.most ?? 0) * 3)
      }),
    )
  })
})
