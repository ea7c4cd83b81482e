import { expect, it } from 'vitest'
import { sectionInView } from './sections.ts'

it('names the last section whose head has passed a third of the window', () => {
  expect(sectionInView([120, 400, 900], 900, false)).toBe(0)
  expect(sectionInView([-300, 290, 900], 900, false)).toBe(1)
  expect(sectionInView([400, 700, 900], 900, false)).toBe(0)
})

it('names the last section at the end of the page, however short it is', () => {
  expect(sectionInView([-900, -200, 700], 900, true)).toBe(2)
})
