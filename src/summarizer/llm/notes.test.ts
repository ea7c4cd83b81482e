import { describe, expect, it } from 'vitest'
import type { Notes } from './answers.ts'
import { fitNotes, tokensOfNotes } from './notes.ts'

const line = 'The harbor was rebuilt after the flood, and it cost more than anyone had thought.'
const notesOf = (points: number): Notes => ({
  title: 'A part',
  summary: Array.from({ length: 4 }, () => line).join(' '),
  points: Array.from({ length: points }, (_, at) => ({ text: `${at} ${line}`, blocks: ['b1'] })),
  quotes: [{ text: line, speaker: '', block: 'b1' }],
})

describe('notes for the last call', () => {
  it('are unchanged if they fit', () => {
    const notes = [notesOf(4), notesOf(4)]
    expect(fitNotes(notes, 10_000)).toEqual(notes)
  })

  it('lose their last lines until they fit, and keep the first point of every section', () => {
    const notes = Array.from({ length: 20 }, () => notesOf(8))
    const whole = tokensOfNotes(notes)
    for (const share of [0.7, 0.4, 0.2]) {
      const fitted = fitNotes(notes, whole * share)
      expect(tokensOfNotes(fitted)).toBeLessThanOrEqual(whole * share)
      expect(fitted.map(({ points }) => points[0]?.text)).toEqual(notes.map(({ points }) => points[0]?.text))
    }
  })

  it('are too long if not even a line on each section fits', () => {
    const notes = Array.from({ length: 20 }, () => notesOf(8))
    expect(() => fitNotes(notes, 100)).toThrow(expect.objectContaining({ kind: 'too_long' }))
  })
})
