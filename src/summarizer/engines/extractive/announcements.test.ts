import { expect, test } from 'vitest'
import { announces } from './announcements.ts'

test.each([
  ['en', 'The geologists at the institute see two causes.', true],
  ['en', 'There are limits, and the keeper is open about them.', true],
  ['en', 'The plan has several advantages.', true],
  ['en', 'There are 14 reasons for the delay.', false],
  ['en', 'The repairs will take four months.', false],
  ['en', 'The cause was a broken valve.', false],
  ['en', 'She sold two horses.', false],
  ['de', 'Fachleute sehen zwei Ursachen.', true],
  ['de', 'Es gibt einen Haken.', true],
  ['de', 'Die Ursache ist ein defektes Ventil.', false],
  ['fr', 'Le retard a plusieurs causes.', true],
  ['es', 'Hay dos razones.', true],
  ['zh', '专家认为有两个原因。', true],
  ['zh', '原因是阀门损坏。', false],
  ['xx', 'There are two reasons.', false],
])('%s: %s', (language, text, expected) => {
  expect(announces(text, language)).toBe(expected)
})
