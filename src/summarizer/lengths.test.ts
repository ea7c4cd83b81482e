import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAdvancedLength, type Lengths, lengthsFor } from './lengths.ts'
import { lengthsFromNotes, lengthsOfPage, shorten } from './llm/lengths.ts'

describe('the lengths of a page', () => {
  it('have only a first screen below 400 words', () => {
    expect(lengthsFor(399, true)).toMatchObject({ summary: null, parts: null, takeaways: { least: 2, most: 3 } })
    expect(lengthsFor(399, true).firstScreen).toBe(100)
    expect(lengthsFor(40, true)).toMatchObject({ gist: 16, takeaways: { least: 0, most: 1 } })
    expect(lengthsFor(300, false, 8).gist).toBe(8)
  })

  it('add a summary from 400 words and advanced parts from 1,000 words', () => {
    expect(lengthsFor(600, true)).toMatchObject({ summary: { least: 42, most: 60 }, parts: null })
    expect(lengthsFor(5000, false)).toMatchObject({ firstScreen: 180, summary: { most: 120 }, parts: null, quotes: 0 })
    expect(lengthsFor(1000, true)).toMatchObject({ firstScreen: 170, summary: { most: 40 } })
    expect(lengthsFor(5000, true)).toMatchObject({
      summary: { least: 100, most: 120 },
      parts: { least: 504, most: 576 },
      takeaways: { least: 4, most: 5 },
      quotes: 3,
    })
  })

  it('grow with a book, which has a part for each chapter', () => {
    expect(lengthsFor(220_000, true, undefined, true)).toMatchObject({
      byChapter: true,
      summary: { most: 300 },
      parts: { least: 1260, most: 1440 },
      takeaways: { least: 5, most: 8 },
    })
  })

  it('respect the requested length', () => {
    expect(lengthsFor(5000, false, 50).summary).toEqual({ least: 30, most: 50 })
    expect(lengthsFor(5000, false, 450).summary).toEqual({ least: 270, most: 450 })
    expect(lengthsFor(5000, false, 1).summary?.most).toBe(1)
    expect(lengthsFor(5000, true, 450).parts).toEqual(lengthsFor(5000, true).parts)
  })

  it('follow the notes of a long source', () => {
    const { summary, parts } = lengthsFromNotes(lengthsFor(220_000, true), 200)
    expect(parts?.most).toBeLessThanOrEqual(160)
    expect(isAdvancedLength(parts?.most ?? 0, summary?.most ?? 0)).toBe(true)
    // Enough notes, and a requested length, change no parts.
    const requested = lengthsFor(220_000, true, 500)
    expect(lengthsFromNotes(requested, 20_000).parts).toEqual(requested.parts)
  })

  it('keep 4 to 6 times the words of the summary for the parts, and at most 6% for the summary below 2,500 words', () => {
    const faults: string[] = []
    for (let words = 1000; words < 300_000; words = Math.ceil(words * 1.07)) {
      for (const lengths of [lengthsFor(words, true), shorten(lengthsFor(words, true), 0.75)]) {
        const { summary, parts } = lengths
        expect(summary?.most).toBeLessThanOrEqual(Math.max(words, 2500) * 0.06)
        for (const basic of [summary?.least ?? 0, summary?.most ?? 0])
          for (const advanced of [parts?.least ?? 0, parts?.most ?? 0])
            if (!isAdvancedLength(advanced, basic)) faults.push(`${words}: ${advanced} of ${basic}`)
      }
      expect(lengthsFor(words, false).summary?.most).toBeLessThanOrEqual(Math.max(40, words * 0.06))
    }
    expect(faults).toEqual([])
  })

  it('are ranges at any length, and together at most two fifths of the source', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 1_000_000 }), fc.boolean(), (words, advanced) => {
        const { firstScreen, takeaways, summary, parts } = lengthsFor(words, advanced)
        const ranges = [takeaways, ...(summary === null ? [] : [summary]), ...(parts === null ? [] : [parts])]
        for (const { least, most } of ranges) expect(least).toBeLessThanOrEqual(most)
        const shortest = Array.from({ length: 6 }).reduce<Lengths>(
          (all) => shorten(all, 0.75),
          lengthsFor(words, advanced),
        )
        expect(shortest.takeaways.least).toBeLessThanOrEqual(shortest.takeaways.most)
        const page = firstScreen + (summary?.most ?? 0) + (parts?.most ?? 0)
        expect(page).toBeLessThanOrEqual(Math.max(12, words * 0.4 + 1))
      }),
    )
  })

  it('have more room with a language model: three fifths of the source with advanced parts, of which these have two', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1_000_000 }), (words) => {
        const { firstScreen, parts } = lengthsOfPage(lengthsFor(words, true), words, { advanced: true })
        expect(firstScreen).toBeLessThanOrEqual(235)
        expect(parts?.most).toBeLessThanOrEqual(words * 0.4 + 1)
        expect(parts?.least).toBeLessThanOrEqual(parts?.most ?? 0)
        expect(firstScreen + (parts?.most ?? 0)).toBeLessThanOrEqual(words * 0.6 + 1)
      }),
    )
  })
})
