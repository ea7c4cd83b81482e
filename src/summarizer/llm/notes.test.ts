import { describe, expect, it } from 'vitest'
import { sourceOf } from '../../../tests/support/verification.ts'
import type { Notes } from './answers.ts'
import { fitNotes, tokensOfNotes, verifyNotes } from './notes.ts'

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

it('notes on a section cite and quote only blocks that were sent', () => {
  const other = 'The bridge was opened by the mayor on the first day of May.'
  const cite = (block: string) => ({ text: `A point of ${block}.`, blocks: [block] })
  const quote = (text: string, block: string) => ({ text, speaker: '', block })
  const answer = {
    summary: 'It cost more.',
    points: [cite('b1'), cite('b2'), cite('b9')],
    quotes: [quote(line, 'b1'), quote(other, 'b2')],
  }
  const size = { summaryWords: 50, points: 5, quotes: 5 }
  const notes = verifyNotes(answer, 'A part', size, sourceOf([line, other]), new Set(['b1']), () => false)
  expect(notes).toMatchObject({ points: [cite('b1')], quotes: [quote(line, 'b1')] })
})
