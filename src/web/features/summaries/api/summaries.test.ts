import { expect, it } from 'vitest'
import { endDeleting, isDeleting, startDeleting } from './summaries.ts'

it('keeps the row of a deletion hidden when another one ends', () => {
  startDeleting(['slow'])
  startDeleting(['fast'])
  expect(isDeleting('slow')).toBe(true)
  endDeleting(['fast'])
  expect([isDeleting('slow'), isDeleting('fast')]).toEqual([true, false])
  endDeleting(['slow'])
  expect(isDeleting('slow')).toBe(false)
})
