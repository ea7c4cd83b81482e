import { expect, test } from 'vitest'
import { lengthsFor } from './lengths.ts'

test('lengths follow the source', () => {
  expect(lengthsFor(200, undefined).basicWords).toBe(48)
  expect(lengthsFor(220_000, undefined)).toEqual({ basicWords: 240, advancedWords: 1200, takeaways: 8, quotes: 8 })
  for (const words of [1500, 5000, 40_000]) {
    const lengths = lengthsFor(words, undefined)
    expect(lengths.basicWords).toBeGreaterThanOrEqual(150)
    expect(lengths.basicWords).toBeLessThanOrEqual(250)
    expect(lengths.takeaways).toBeGreaterThanOrEqual(5)
  }
})

test('a wanted length bounds the basic summary and never asks for the whole source', () => {
  expect(lengthsFor(5000, 50).basicWords).toBe(50)
  expect(lengthsFor(5000, 450).basicWords).toBe(450)
  expect(lengthsFor(300, 450).basicWords).toBe(180)
})
