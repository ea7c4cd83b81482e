import { expect, test } from 'vitest'
import { placeOf } from './citations.ts'

test('cites the place, label and link of the block', () => {
  const block = {
    id: 'b7',
    type: 'paragraph' as const,
    text: 'Rain fell. The bridge over the Alder was closed on Monday.',
    headingPath: [],
    place: { kind: 'time' as const, startSeconds: 761, endSeconds: 770 },
  }
  const place = placeOf(block, 'The bridge over the Alder was closed on Monday.', 'https://video.example/watch?v=1')
  expect(place).toEqual({
    blockId: 'b7',
    place: block.place,
    label: '12:41',
    href: 'https://video.example/watch?v=1&t=761s',
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
    place: { kind: 'page' as const, page: 2 },
  }
  const place = placeOf(block, text, null)
  expect(place.excerpt.length).toBeLessThanOrEqual(481)
  expect(place.href).toBeNull()
})
