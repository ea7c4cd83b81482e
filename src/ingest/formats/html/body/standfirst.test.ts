import { describe, expect, it } from 'vitest'
import { loadDetector } from '../../../language.ts'
import { readHtml } from '../read-html.ts'

await loadDetector()

const sentence = (about: string): string =>
  `The ${about} was described at length by people who had watched it for years, and none of them, when asked, agreed on why it happens.`
const paragraphs = (...about: string[]): string => about.map((word) => `<p>${sentence(word)}</p>`).join('')
const subjects = ['sea', 'moon', 'wind', 'coast']

const textsOf = (body: string): string[] =>
  readHtml(
    {
      html: `<html><head><title>On tides and boats</title></head><body>${body}</body></html>`,
      url: 'https://example.com/tides',
    },
    10,
  ).blocks.map(({ text }) => text)

describe('standfirst', () => {
  const dek = 'Why the water leaves the harbor twice a day, and what comes back with it'
  const body = paragraphs(...subjects)
  const expected = [dek, ...subjects.map(sentence)]

  it.each([
    ['a class', `<article><h1>On tides and boats</h1><p class="standfirst">${dek}</p>${body}</article>`],
    [
      'a class of its part',
      `<article><h1>On tides and boats</h1><div class="article__dek"><p>${dek}</p></div>${body}</article>`,
    ],
    ['a heading', `<article><h1>On tides and boats</h1><h2 class="subtitle">${dek}</h2>${body}</article>`],
    [
      'a header',
      `<article><header><h1>On tides and boats</h1><p>${dek}</p><p class="byline">By Ada Example</p></header>${body}</article>`,
    ],
    [
      'a header outside the article’s text',
      `<main><div class="headline-block"><h1>On tides and boats</h1><div class="subheadline">${dek}</div></div><div class="share-bar"><a href="#">Share</a></div><div class="article-body">${body}</div></main>`,
    ],
  ])('marked by %s opens the text', (_, html) => expect(textsOf(html)).toEqual(expected))

  it('is not repeated when the text begins with it', () => {
    const opening = `<article><h1>On tides and boats</h1><p class="standfirst">${sentence('sea')}</p>${body}</article>`
    expect(textsOf(opening)).toEqual(subjects.map(sentence))
  })

  it('is not a byline, a date or a label in the header', () => {
    const header = `<header><h1>On tides and boats</h1><p>By Ada Example, March 3, 2024</p><p>Published on March 3, 2024 at 10:32 am EST</p><p class="tags">Sea and coast and harbor and moon and wind</p></header>`
    expect(textsOf(`<article>${header}${body}</article>`)).toEqual(subjects.map(sentence))
  })
})
