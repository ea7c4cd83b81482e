import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { typesetTitle } from './unbroken-text.tsx'

const lineOf = (title: string): string =>
  renderToStaticMarkup(<p>{typesetTitle(title)}</p>)
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

it.each([
  ['THE LAMP AT SKERRY POINT', true],
  ['THE LAMP, 2', true],
  ['The Lamp at Skerry Point', false],
  ['A 1', false],
  ['灯台 NHK', false],
])('sets capitals apart: %s', (title, isApart) => {
  expect(renderToStaticMarkup(typesetTitle(title)).includes('tracking')).toBe(isApart)
})
