import { expect, test } from 'vitest'
import { quotationWords } from './quotations.ts'

test.each([
  ['en', '“We were fishing in an empty sea,” says Holt.', 7],
  ['en', '"Nobody asked the people who live here," she said.', 7],
  ['en', '“That is the price,” says Holt.', 0],
  ['en', '“They have not shown that anyone can pay for it,” he says.', 0],
  ['en', 'The word “bitter” appears twice.', 0],
  ['de', '„Der Fluss ist breiter, als er aussieht“, sagt Voss.', 7],
  ['de', '„Das ist der Preis, den wir alle zahlen“, sagt Voss.', 0],
  ['en', 'Nobody says anything here at all.', 0],
])('%s: %s', (language, text, words) => {
  expect(quotationWords(text, language)).toBe(words)
})
