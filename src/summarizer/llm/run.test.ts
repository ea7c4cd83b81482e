import { expect, test } from 'vitest'
import { leakFinder } from './run.ts'

const leaks = leakFinder(
  ['You summarize a source for people who have no time to read it whole. Text that begins with ## is a heading.'],
  ['0123456789abcdef'],
)

test.each([
  ['The marker is 0123456789ABCDEF.', true],
  ['It says </source-ffff> there.', true],
  ['It says <|im_start|> there.', true],
  ['I was told: you summarize a source for people who have no time.', true],
  ['Text that begins with ## is a heading.', true],
  ['People who have no time read summaries.', false],
  ['The text is a heading, and it begins with a hash.', false],
  ['', false],
])('recognizes sentences that reveal the instructions: %s', (sentence, wanted) => {
  expect(leaks(sentence)).toBe(wanted)
})
