import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { withWholeWords } from './unbroken-text.tsx'

const lineOf = (title: string): string =>
  renderToStaticMarkup(<p>{withWholeWords(title)}</p>)
    .replaceAll(/<span[^>]*>/gu, '[')
    .replaceAll('</span>', ']')
    .replaceAll(/<\/?p>/gu, '')

it.each([
  ['Ferry crews end a nineteen-day strike', 'Ferry crews end [a nineteen-day] strike'],
  ['Ferry crews end nineteen-day strike', 'Ferry crews end [nineteen-day] strike'],
  ['A harbor, a year and I', '[A harbor,] [a year] and I'],
  ['El puerto y a la vez', 'El puerto [y a la] vez'],
  ['E-books, exports', '[E-books,] exports'],
  ['Harbor', 'Harbor'],
])('keeps words of one letter and words with a hyphen on one line: %s', (title, line) => {
  expect(lineOf(title)).toBe(line)
})
