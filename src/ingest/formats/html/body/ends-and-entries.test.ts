import { describe, expect, it } from 'vitest'
import { loadDetector } from '../../../language.ts'
import { readHtml } from '../read-html.ts'

await loadDetector()

const menu = '<header><nav><a href="/">Home</a> <a href="/news">News</a></nav></header>'
const textsOf = (body: string, head = ''): string[] =>
  readHtml(
    { html: `<html><head><title>The mill</title>${head}</head><body>${menu}${body}</body></html>`, url: null },
    5,
  ).blocks.map(({ text }) => text)

const first = 'The mill on the left bank of the river has ground the rye of four villages since 1764, with one break.'
const second =
  'Its wheel is six meters high, and the miller says that it turns best in the weeks after the snow has gone.'
const text = `<p>${first}</p><p>${second}</p>`

describe('the last part of a page', () => {
  const call = 'If you have lost your key, ask the neighbor with the goat.'

  it.each([
    [
      'a sentence after folded answers',
      `<main><h1>The mill</h1>${['When?', 'Where?'].map((question) => `<details><summary>${question}</summary>${text}</details>`).join('')}<p>${call}</p></main>`,
      call,
    ],
    [
      'a section without a heading',
      `<main><h1>The mill</h1><section class="job"><h2>Tasks</h2>${text}</section><section><p>${call}</p></section></main>`,
      call,
    ],
    [
      'a quotation in a block of its own',
      `<article><h1>The mill</h1><div class="block text"><div>${text}</div></div><div class="block quote"><figure><blockquote>“You never get used to it, and that is how it should be.”</blockquote></figure></div></article>`,
      '“You never get used to it, and that is how it should be.”',
    ],
    [
      'a field with its label',
      `<main><h1>The mill</h1><div class="field field--name-a"><p>${first}</p></div><div class="field field--name-b"><p>${second}</p></div><div class="field field--name-hours field--label-inline"><div class="field__label">Phone</div><div class="field__item">0800 112 113, from 8 am to 6 pm</div></div></main>`,
      '0800 112 113, from 8 am to 6 pm',
    ],
    [
      'the verdict of a review',
      `<main><h1>The mill</h1>${text}<div class="rating-box" itemprop="reviewRating"><p>Our rating: 4 of 5</p><p>A fine day.</p></div></main>`,
      'A fine day.',
    ],
  ])('is text: %s', (_, body, last) => expect(textsOf(body).at(-1)).toBe(last))

  it.each([
    [
      'a box with a link',
      '<div class="note"><p>Lea Marsh writes about mills for us. <a href="/lea">All her texts</a></p></div>',
    ],
    [
      'what follows a credit',
      '<div><p>Tom Reed contributed to this report.</p></div><div><p>Lea Marsh is our writer on the river.</p></div>',
    ],
    ['a prompt to rate it', '<div class="rating-box"><p>No votes so far! Be the first to rate this post.</p></div>'],
    ['a line that is no sentence', '<div><font size="1">Best viewed at 800 x 600</font></div>'],
    [
      'a biography',
      '<div class="post-body bio"><p>Lea Marsh has written about mills for twenty years, and lives in one.</p></div>',
    ],
    [
      'a note about the author',
      '<div><p>Ada Lind is our writer on the river, and lives in a mill of her own.</p></div>',
    ],
    [
      'a named part',
      '<div class="about-author"><p>She writes about mills for us, and lives in one with a cat.</p></div>',
    ],
  ])('is left out: %s', (_, after) =>
    expect(
      textsOf(
        `<meta name="author" content="Ada Lind"><article><h1>The mill</h1><div class="copy">${text}</div>${after}</article>`,
      ),
    ).toEqual([first, second]),
  )
})

describe('entries of a chronicle', () => {
  const entry = (date: string, title: string, named: string): string =>
    `<div class="entry">${named.replace('$', date)}<h3>${title}</h3>${text.replaceAll('mill', title)}</div>`

  it.each([
    ['years named as dates', ['1874', '1923', '1999'], '<div class="entry-date">$</div>'],
    ['times of day in headers', ['16.53', '16.49', '15.02'], '<header><time>$</time></header>'],
    ['times of day', ['15:40', '12:15', '08:05'], '<time>$</time>'],
  ])('keep their dates: %s', (_, dates, named) => {
    const entries = dates.map((date, at) => entry(date, `Part ${String.fromCodePoint(65 + at)}`, named)).join('')
    const texts = textsOf(`<main><h1>The mill</h1><div class="entries">${entries}</div></main>`)
    expect(texts.filter((line) => dates.includes(line))).toEqual(dates)
  })

  it('keep headings in headers', () => {
    const block = (at: number): string =>
      `<article class="block"><header><time>16.5${at}</time><h2>Goal number ${at}</h2></header><p>${first} ${at}.</p></article>`
    const texts = textsOf(`<main><h1>The mill</h1><div>${[1, 2, 3].map(block).join('')}</div></main>`)
    expect(texts.filter((line) => line.startsWith('Goal'))).toEqual(['Goal number 1', 'Goal number 2', 'Goal number 3'])
  })

  it('leaves out the two dates of an article', () =>
    expect(
      textsOf(
        `<article><h1>The mill</h1><div class="date">4 May 2026</div><div class="date">5 May 2026</div>${text}</article>`,
      ),
    ).toEqual([first, second]))
})

describe('the answers of a discussion', () => {
  const answers = (type: string): string =>
    `<div itemscope itemtype="https://schema.org/${type}"><h1>The mill</h1><div class="post">${text}</div>${[1, 2]
      .map(
        (at) =>
          `<div itemprop="comment" class="post-body"><div class="post"><p>Answer ${at}: it turned all night, as I heard myself.</p></div></div>`,
      )
      .join('')}</div>`
  /** As forums write them for search engines. */
  const beside = (type: string) =>
    answers(type)
      .replace(text, `${text}</div>`)
      .replace(/<\/div>$/u, '')

  it.each([
    ['DiscussionForumPosting', 2],
    ['Article', 0],
  ])('are text of a page that is a %s', (type, count) =>
    expect(
      [answers, beside].map((page) => textsOf(page(type)).filter((line) => line.startsWith('Answer')).length),
    ).toEqual([count, count]),
  )
})

describe('elements on lines of their own', () => {
  it.each([
    ['by their style', '<span style="display:block">Monday to Friday</span>', ''],
    ['by a class', '<span class="row">Monday to Friday</span>', '<style>.row{display:block}</style>'],
  ])('are paragraphs %s', (_, line, head) =>
    expect(
      textsOf(
        `<article>${text}<div>${line}${line.replace('Monday to Friday', 'Saturday')}</div>${text.replaceAll('mill', 'weir')}</article>`,
        head,
      ),
    ).toEqual(expect.arrayContaining(['Monday to Friday', 'Saturday'])),
  )

  it('don’t cut a paragraph or an initial', () => {
    const cut =
      '<p><span style="display:block;float:left">T</span>he wheel turns <span style="display:block">at night</span>and by day.</p>'
    expect(textsOf(`<article>${text}${cut}${text.replaceAll('mill', 'weir')}</article>`)).toContain(
      'The wheel turns at night and by day.',
    )
  })
})
