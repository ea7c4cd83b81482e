import { expect, test } from 'vitest'
import { findSaid, quotationWords } from './quotations.ts'

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

test.each([
  ['“The ice is thick,” she said.', ['The ice is thick,']],
  ['„Das Eis ist dick“, sagt sie.', ['Das Eis ist dick']],
  ['»Isen er tyk«, siger hun.', ['Isen er tyk']],
  ['”Isen är tjock”, säger hon.', ['Isen är tjock']],
  ['« La glace est épaisse », dit-elle.', ['La glace est épaisse']],
  ['彼女は「氷は厚い。」と言う。', ['氷は厚い。']],
  ['‘The ice isn’t thin,’ she said.', ['The ice isn’t thin,']],
  ["The boats' ice wasn't thin.", []],
  ['A plank of 6" by 9" is enough.', []],
  ['“It is thick,” she said, “and it will hold.”', ['“It is thick,” she said, “and it will hold.”']],
  ['“It is thick,” she said. “Come on.”', ['It is thick,', 'Come on.']],
  ['The law “On the safety of boats in old harbors” was read.', []],
  ['The law says: “Boats in old harbors are safe”.', ['Boats in old harbors are safe']],
  ['"Open the door! We are here!” a man shouts.', ['Open the door! We are here!']],
  ['“The first of several paragraphs', ['The first of several paragraphs']],
])('what is said in %j', (text, expected) => {
  expect(findSaid(text).map(({ span }) => text.slice(span.start, span.end))).toEqual(expected)
})
