import { expect, it } from 'vitest'
import { paperFor } from './routes.ts'

it.each([
  ['en-US,en;q=0.9', 'letter'],
  ['fr-CA', 'letter'],
  ['es-419,es-MX;q=0.9', 'a4'],
  ['es, es-MX;q=0.8', 'letter'],
  ['en-GB,en-US;q=0.8', 'a4'],
  ['zh-Hant-TW', 'a4'],
  ['en', 'a4'],
  ['*', 'a4'],
  ['', 'a4'],
  [undefined, 'a4'],
  ['not a tag,,;q=;, en-US', 'letter'],
])('the paper of %s is %s', (languages, paper) => {
  expect(paperFor(languages)).toBe(paper)
})
