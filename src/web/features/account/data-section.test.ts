import { expect, it } from 'vitest'
import { fileNameOf } from './data-section.tsx'

it.each([
  ['attachment; filename="precis-data-2026-11-21.zip"', 'precis-data-2026-11-21.zip'],
  ['attachment; filename="../evil"', 'precis-data.zip'],
  ['attachment', 'precis-data.zip'],
  [null, 'precis-data.zip'],
])('reads a file name from %s', (disposition, name) => {
  expect(fileNameOf(disposition)).toBe(name)
})
