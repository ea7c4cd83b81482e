import { expect, it } from 'vitest'
import { quoteNotices } from './quote-notices.ts'
import { paragraph, paragraphs } from './testing/documents.ts'

it.each([
  ['The ferry was mended in May.', 'no_quotes'],
  ['The “Anna” was mended in May.', 'no_quotes'],
  ['“We mended it in a week,” said the captain.', 'no_notable_quotes'],
  ['„Wir haben sie repariert“, sagte der Kapitän.', 'no_notable_quotes'],
  ['« Nous l’avons réparé », dit le capitaine.', 'no_notable_quotes'],
  ['船長は「一週間で修理を終えました」と述べた。', 'no_notable_quotes'],
  ['— Готово за неделю, — сказал капитан.', 'no_notable_quotes'],
])('tells a source without quotations from one without notable quotes: %s', (text, notice) => {
  expect(quoteNotices([paragraph(1, text)], [])).toEqual([notice])
  expect(quoteNotices([paragraph(1, text)], [{ text }])).toEqual([])
})

it('takes the turns of a transcript for quotations', () => {
  const turns = ['Ann: Good morning.', 'Ben: Hello.', 'Ann: We begin.', 'Ben: I am here.', 'Ann: Right.', 'Ben: Yes.']
  expect(quoteNotices(paragraphs(turns), [])).toEqual(['no_notable_quotes'])
})
