import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { typesetNumbers, typesetTitle } from './unbroken-text.tsx'

const lineOf = (text: ReactNode): string =>
  renderToStaticMarkup(<p>{text}</p>)
    .replaceAll(/<span[^>]*>/gu, '[')
    .replaceAll('</span>', ']')
    .replaceAll(/<\/?p>/gu, '')

it.each([
  ['Ferry crews end a nineteen-day strike', 'Ferry crews end [a nineteen-day] strike'],
  ['Ferry crews end nineteen-day strike', 'Ferry crews end [nineteen-day] strike'],
  ['A harbor, a year and I', '[A harbor,] [a year] and I'],
  ['El puerto y a la vez', 'El puerto [y a la] vez'],
  ['E-books, exports', '[E-books,] exports'],
  ['A 30-day trial', '[A 30-day] trial'],
  ['Harbor', 'Harbor'],
])('keeps words of one letter and words with a hyphen on one line: %s', (title, line) => {
  expect(lineOf(typesetTitle(title))).toBe(line)
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

it.each([
  ['cuts the bytes by 23 percent against it', 'cuts the bytes by [23 percent] against it'],
  ['stays at 18 euros', 'stays at [18 euros]'],
  ['84,000 residents and ($4 million)', '[84,000 residents] and ([$4 million])'],
  ['3.5 km', '[3.5 km]'],
  ['in 2025 and 2026', 'in 2025 and 2026'],
  ['7 internationalizations', '7 internationalizations'],
])('keeps numbers and their units on one line: %s', (text, line) => {
  expect(lineOf(typesetNumbers(text))).toBe(line)
})
