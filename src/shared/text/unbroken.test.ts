import { expect, it } from 'vitest'
import { unbroken } from './unbroken.ts'

it.each([
  ['It falls by 23 percent on April 14.', 'It falls by 23_percent on April_14.'],
  ['over Wi-Fi alone, well-made', 'over Wi-+Fi alone, well-made'],
  ['from 6–10 a.m.', 'from 6–+10_a.m.'],
  ['« oui »', '«_oui_»'],
  ['in 2025 and 2026', 'in 2025 and 2026'],
])('prevents line breaks within words that belong together: %s', (text, expected) => {
  expect(unbroken(text).replaceAll('\u00a0', '_').replaceAll('\u2060', '+')).toBe(expected)
})
