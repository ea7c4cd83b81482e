import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Notes } from './answers.ts'
import { groupNotes, tokensOfNotes } from './notes.ts'

const notesOf = (words: number): Notes => ({ title: 'A part', summary: 'word '.repeat(words), points: [], quotes: [] })
const tokensOf = (group: readonly Notes[]): number => group.reduce((sum, each) => sum + tokensOfNotes(each), 0)

it('groups neighbors within the size, all of them and in order, however long they are', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 }), (lengths) => {
      const notes = lengths.map(notesOf)
      const groups = groupNotes(notes, 700)
      expect(groups.flat()).toEqual(notes)
      for (const group of groups) expect(tokensOf(group)).toBeLessThanOrEqual(700)
    }),
  )
})

it('makes groups of about the same size, and no group of one beside a small neighbor', () => {
  const groups = groupNotes(
    Array.from({ length: 41 }, () => notesOf(50)),
    700,
  )
  const sizes = groups.map((group) => group.length)
  expect(Math.min(...sizes)).toBeGreaterThan(1)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(3)
})

it('makes as many groups as are wanted, of two notes at least', () => {
  const notes = Array.from({ length: 12 }, () => notesOf(20))
  expect(groupNotes(notes, 10_000, 4).map((group) => group.length)).toEqual([3, 3, 3, 3])
  expect(groupNotes(notes, 10_000, 30).map((group) => group.length)).toEqual([2, 2, 2, 2, 2, 2])
  expect(groupNotes(notes, 10_000)).toEqual([notes])
})
