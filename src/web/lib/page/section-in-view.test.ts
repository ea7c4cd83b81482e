import { expect, it } from 'vitest'
import { sectionInView } from './section-in-view.ts'

it('returns the last section above the reading position', () => {
  expect(sectionInView([120, 400, 900], 900, null)).toBe(0)
  expect(sectionInView([-300, 290, 900], 900, null)).toBe(1)
  expect(sectionInView([400, 700, 900], 900, null)).toBe(0)
})

it('returns the first and last section at the edges of the page', () => {
  expect(sectionInView([120, 200, 700], 900, 'start')).toBe(0)
  expect(sectionInView([-900, -200, 700], 900, 'end')).toBe(2)
})
