import { expect, test } from 'vitest'
import { citationOf } from './citations.ts'

test('cites the location and label of the block', () => {
  const block = {
    id: 'b7',
    type: 'paragraph' as const,
    text: 'Rain fell. The bridge over the Alder was closed on Monday.',
    headingPath: [],
    location: { kind: 'time' as const, startSeconds: 761, endSeconds: 770 },
  }
  expect(citationOf(block, 'The bridge over the Alder was closed on Monday.')).toEqual({
    blockId: 'b7',
    location: block.location,
    label: '12:41',
    excerpt: 'The bridge over the Alder was closed on Monday.',
  })
})

test('shortens a long passage to an excerpt of 480 characters', () => {
  const text = 'word '.repeat(200).trim()
  const block = {
    id: 'b1',
    type: 'paragraph' as const,
    text,
    headingPath: [],
    location: { kind: 'page' as const, page: 2 },
  }
  expect(citationOf(block, text).excerpt.length).toBeLessThanOrEqual(481)
})
