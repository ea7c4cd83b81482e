import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { specWords } from './spec-words.ts'

/** The text of a test, quotes in it as they are read. */
const textOf = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '..', `${name}.test.ts`), 'utf8').replaceAll("\\'", "'")

test.each(specWords)('“$words” is asserted in $test', ({ words, test: name }) => {
  expect(textOf(name).includes(words)).toBe(true)
})

test('no words are listed twice for one test', () => {
  const rows = specWords.map(({ words, test: name }) => `${words} in ${name}`)
  expect(new Set(rows).size).toBe(rows.length)
})
