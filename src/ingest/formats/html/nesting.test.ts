import { describe, expect, it } from 'vitest'
import { assertParsable } from './nesting.ts'

describe('assertParsable', () => {
  it.each([
    ['elements in elements', '<div>'.repeat(60_000)],
    ['lists in lists', '<ul><li>'.repeat(60_000)],
  ])('refuses %s without end', (_, html) => {
    expect(() => assertParsable(html)).toThrow(expect.objectContaining({ code: 'source_too_complex' }))
  })

  it.each([
    ['paragraphs that end where the next begins', '<p>Tide.'.repeat(100_000)],
    ['elements that are closed', '<b>Tide</b>'.repeat(100_000)],
    ['elements that close themselves', '<path d="M0 0"/><br>'.repeat(100_000)],
    ['signs that begin no tag', '1 < 2 '.repeat(100_000)],
  ])('lets %s pass', (_, html) => {
    expect(() => assertParsable(html)).not.toThrow()
  })
})
