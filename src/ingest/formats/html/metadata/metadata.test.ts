import { describe, expect, it } from 'vitest'
import { parseDom } from '../dom.ts'
import { readMetadata, toIsoDate } from './metadata.ts'

const URL_READ = 'https://www.example.com/2024/03/09/tides'
const read = (head: string, body = '', url: string | null = URL_READ) =>
  readMetadata(parseDom(`<html lang="en_us"><head>${head}</head><body>${body}</body></html>`), url)

const jsonLd = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

describe('title', () => {
  it.each([
    ['<title>The slow art of tides | The Paper</title>', 'The slow art of tides'],
    ['<title>The slow art of tides – My website</title>', 'The slow art of tides'],
    ['<title>The Paper: what the slow art of tides teaches</title>', 'what the slow art of tides teaches'],
    ['<title>Tides - Paper</title>', 'Tides - Paper'],
    ['<title>[2505.01234] Tides</title><meta name="citation_title" content="Slow tides">', 'Slow tides'],
    ['<title>Shore notes: Slow tides</title><body><h1>Shore notes</h1><h3>Slow tides</h3>', 'Slow tides'],
    ['<title>Shore notes: Slow tides</title><body><h3>About me</h3>', 'Shore notes: Slow tides'],
    ['<title>The keeper of the light</title><body><h1>2. Slow tides</h1>', '2. Slow tides'],
    ['<title>Seven years of tides</title><body><h1>7. A year of tides</h1>', 'Seven years of tides'],
    ['<title>Slow tides - The Shore Paper</title><body><h1>Slow tides</h1>', 'Slow tides'],
    [
      '<title>Shore Weekly | News and More</title><body><h1>Shore Weekly</h1><article><h1>Slow tides</h1></article>',
      'Slow tides',
    ],
    ['<title>修伞 - 维基百科，自由的百科全书</title><body><main><h1>修伞</h1></main>', '修伞'],
    [
      '<title>[2505.01234] Slow tides of the north</title><body><h1>Slow tides of the north</h1>',
      'Slow tides of the north',
    ],
    ['<title>Slow tides - Manual</title><body><h1>Slow tides<a href="#slow">¶</a></h1>', 'Slow tides'],
    [
      '<title>Tides — Shore 2.1 documentation</title><body><div role="main"><h1>Tides<a href="#t">¶</a></h1></div>',
      'Tides',
    ],
    ['<title>Lesson 1</title><body><h1>How to begin with C#</h1>', 'How to begin with C#'],
    ['<title>Home</title><body><main><h1>Slow tides</h1><p>They rise.</p></main>', 'Slow tides'],
    ['<title>Slow tides</title><body><main><p>They rise.</p><h1>The moon</h1></main>', 'Slow tides'],
    ['<title>A test of links</title><body><article><h1>Lorem</h1></article>', 'A test of links'],
    ['<title>x</title><meta property="og:title" content="On tides &amp;amp; time">', 'On tides & time'],
    ...[
      ['Slow tides', 'Slow tides'],
      ['Shore Handbook', 'Shore Handbook'],
    ].map(([heading = '', title = '']): [string, string] => [
      `<title>Slow tides | Shore Handbook</title><meta property="og:title" content="Shore Handbook"><meta property="og:site_name" content="Shore Handbook"><body><h1>${heading}</h1></body>`,
      title,
    ]),
    [
      '<meta property="og:title" content="The slow art of tides | The Paper"><meta property="og:site_name" content="The Paper">',
      'The slow art of tides',
    ],
    ...[
      ['Tides and time - The Paper', 'Tides and time'],
      ['Tides and time - Elsewhere', 'Tides and time - Elsewhere'],
      ['Tides - and time - The Paper', 'Tides - and time - The Paper'],
      ['Issue 85 – The Paper', 'Issue 85 – The Paper'],
    ].map(([title, shown]): [string, string] => [
      `<meta property="og:title" content="${title}"><meta property="og:site_name" content="The Paper">`,
      shown ?? '',
    ]),
    ['<meta property="og:title" content="Slow tides — The Paper"><body><main><h1>Slow tides</h1></main>', 'Slow tides'],
    ['<meta property="og:title" content="Slow tides — Part 2"><body><h1>Slow</h1>', 'Slow tides — Part 2'],
    ['<meta name="DC.title" content="by name"><meta property="dc:title" content="by property">', 'by property'],
    [jsonLd({ '@type': 'NewsArticle', headline: 'Linked' }), 'Linked'],
    ['', ''],
  ])('of %s', (head, title) => expect(read(head).title).toBe(title))
})

describe('the rest', () => {
  it('reads structured data, meta elements and the URL', () => {
    const found = read(
      `${jsonLd({ '@type': 'NewsArticle', publisher: { name: 'The Paper' }, datePublished: '2024-03-09T10:00:00+01:00', isAccessibleForFree: 'False' })}
       <link rel="canonical" href="/tides"><meta property="og:image" content="/a.jpg">`,
    )
    expect(found).toMatchObject({
      site: 'The Paper',
      publishedAt: '2024-03-09T10:00:00+01:00',
      language: 'en_us',
      url: 'https://www.example.com/tides',
      thumbnailUrl: 'https://www.example.com/a.jpg',
      linked: { paywalled: true },
    })
    expect(read('')).toMatchObject({
      site: 'example.com',
      publishedAt: '2024-03-09',
      url: URL_READ,
      thumbnailUrl: null,
    })
  })

  it('ignores canonical URLs of other sites and of the front page', () => {
    expect(read('<link rel="canonical" href="https://other.example/tides">').url).toBe(URL_READ)
    expect(read('<link rel="canonical" href="https://www.example.com/">').url).toBe(URL_READ)
  })

  it('ignores broken JSON-LD', () => {
    const broken =
      '<script type="application/ld+json">{"@type": "Article", "headline": "Two\nlines",}</script><script type="application/ld+json">{</script>'
    expect(read(broken).title).toBe('Two lines')
  })
})

describe('toIsoDate', () => {
  it.each([
    ['2024-03-09', '2024-03-09'],
    ['2024-03-09 03:01:00.000000', '2024-03-09T03:01:00.000000'],
    ['2024-03-09T10:00:00Z', '2024-03-09T10:00:00Z'],
    ['20240309', '2024-03-09'],
    ['March 9, 2024', '2024-03-09'],
    ['March 9, 2024 at 5:00 pm EST', '2024-03-09'],
    ['Sat, 09 Mar 2024 10:00:00 GMT', '2024-03-09T10:00:00.000Z'],
    ['2024-13-09', null],
    ['yesterday', null],
    ['12', null],
  ])('%s', (written, expected) => expect(toIsoDate(written)).toBe(expected))
})
