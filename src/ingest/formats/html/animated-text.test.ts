import { expect, it } from 'vitest'
import { orchard } from '../../../../tests/support/articles/orchard.ts'
import { loadDetector } from '../../language.ts'
import { readHtml } from './read-html.ts'

await loadDetector()

const words = (text: string, style: string, tag = 'div'): string =>
  text
    .split(' ')
    .map((word) => `<${tag} style="${style}">${word}</${tag}>`)
    .join(' ')

const inLine = 'position: relative; display: inline-block'
const letters = (text: string): string =>
  text
    .split(' ')
    .map(
      (word) =>
        `<div class="word" style="${inLine}">${words(Array.from(word).join(' '), inLine).replaceAll('> <', '><')}</div>`,
    )
    .join(' ')

const text = 'The ferry keeps its timetable on weekdays, a bit later on Sundays.'
const [first, rest] = ['The ferry keeps its timetable on weekdays,', 'a bit later on Sundays.']
const line = (content: string): string => `<div class="line" style="display: block; width: 100%">${content}</div>`

const [opening = '', ...others] = orchard.map((paragraph) => `<p>${paragraph}</p>`)

/** The blocks read from a part of an article, between its first paragraph and the others. */
const read = (part: string): string[] =>
  readHtml({ html: `<article>${opening}${part}${others.join('')}</article>`, url: null })
    .blocks.map((block) => block.text)
    .slice(1, -others.length)

it.each([
  ['in words', `<p>${words(text, inLine)}</p>`],
  ['in words without spaces', `<p>${words(text, inLine, 'span').replaceAll('> <', '><')}</p>`],
  ['in letters', `<p>${letters(text)}</p>`],
  ['in lines of words', `<div>${line(words(first, inLine))}\n${line(words(rest, inLine))}</div>`],
  ['in transparent words', `<div>${words(text, `${inLine}; opacity: 0`)}</div>`],
  [
    'in words with a label',
    `<p aria-label="${text}">${words(text, inLine).replaceAll('<div', '<div aria-hidden="true"')}</p>`,
  ],
])('joins text that a script has split %s', (_, body) => {
  expect(read(body)).toEqual([text])
})

it('leaves boxes of more than a word apart', () => {
  const boxes = '<div style="display: inline-block">The north quay is closed.</div>'
  expect(read(boxes.repeat(3))).toHaveLength(3)
})
