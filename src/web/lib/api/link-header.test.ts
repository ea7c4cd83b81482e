import { describe, expect, it } from 'vitest'
import { nextCursor, nextLink } from './link-header.ts'

describe('nextLink', () => {
  it.each([
    ['</api/summaries?cursor=a>; rel="next"', '/api/summaries?cursor=a'],
    ['</first>; rel="first", </b>; rel=next', '/b'],
    ['</b>; title="x"; rel="prev next"', '/b'],
    ['</b>; rel="prev"', null],
    ['', null],
    [null, null],
  ])('of %j is %j', (header, link) => {
    expect(nextLink(header)).toBe(link)
  })
})

describe('nextCursor', () => {
  it('reads the cursor of relative and absolute addresses', () => {
    expect(nextCursor('</api/summaries?limit=2&cursor=a%2Bb>; rel="next"')).toBe('a+b')
    expect(nextCursor('<https://example.com/api/summaries?cursor=z>; rel="next"')).toBe('z')
    expect(nextCursor(null)).toBeNull()
  })
})
