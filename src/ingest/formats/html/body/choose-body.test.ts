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

describe('controls of a video player', () => {
  const controls = [
    'Play Video',
    'Play',
    'Mute',
    'Current Time 0:00',
    '/',
    'Duration 2:31',
    'Loaded : 0%',
    '0:00',
    'Stream Type LIVE',
    'Seek to live, currently behind live',
    'Remaining Time -2:31',
    '1x',
    'Playback Rate',
    'Chapters',
    'Chapters',
    'Descriptions',
    'descriptions off , selected',
    'Captions',
    'captions settings , opens captions settings dialog',
    'captions off , selected',
    'Audio Track',
    'en (Main) , selected',
    'Picture-in-Picture',
    'Fullscreen',
    'This is a modal window.',
    'Beginning of dialog window. Escape will cancel and close the window.',
    'Text Color White Black Red Green Blue Yellow Magenta Cyan Transparency Opaque Semi-Transparent',
    'Background Color Black White Red Green Blue Yellow Magenta Cyan Transparency Opaque Semi-Transparent Transparent',
    'Font Size 50% 75% 100% 125% 150% 175% 200% 300% 400%',
    'Text Edge Style None Raised Depressed Uniform Dropshadow',
    'Font Family Proportional Sans-Serif Monospace Sans-Serif Proportional Serif',
    'Reset restore all settings to the default values',
    'Done',
    'Close Modal Dialog',
    'End of dialog window.',
  ]
  const asBlocks = controls.map((text) => `<div>${text}</div>`).join('')

  it.each([
    [
      'before the text',
      `<article><h1>On tides and boats</h1><div class="x1">${asBlocks}</div>${paragraphs(...subjects)}</article>`,
    ],
    [
      'inside the text',
      `<article><h1>On tides and boats</h1>${paragraphs('sea', 'moon')}<div>${asBlocks}</div>${paragraphs('wind', 'coast')}</article>`,
    ],
    [
      'by their names',
      `<article><h1>On tides and boats</h1>${paragraphs('sea', 'moon')}<div class="video-js vjs-default-skin"><p>Learn how the boats are lifted, in two minutes.</p></div><div class="jw-player"><p>Up next: how the boats are lifted, in two minutes.</p></div>${paragraphs('wind', 'coast')}</article>`,
    ],
  ])('leaves out player controls %s', (_, html) => expect(textsOf(html)).toEqual(subjects.map(sentence)))

  it('keeps sections titled with the same words', () => {
    const html = `<article><h1>On tides and boats</h1>${paragraphs('sea')}<h2>Chapters</h2>${paragraphs('moon')}<h2>Captions</h2>${paragraphs('wind')}</article>`
    expect(textsOf(html)).toEqual([sentence('sea'), 'Chapters', sentence('moon'), 'Captions', sentence('wind')])
  })
})

describe('lists of other posts', () => {
  const excerpt = (at: number): string =>
    `In the harbor number ${at} something else happened this year, which the people of that place will not forget soon, as they told us, and which nobody saw coming until the boats were gone. OUT`
  const card = (at: number): string =>
    `<div class="x4"><h3><a href="/story-${at}">Another story of harbor number ${at}</a></h3><p>${excerpt(at)}</p></div>`
  const cards = Array.from({ length: 8 }, (_, at) => card(at)).join('')
  const short = paragraphs('sea', 'moon', 'wind')
  const expected = ['sea', 'moon', 'wind'].map(sentence)

  it.each([
    [
      'under “Related posts”',
      `<div><h1>On tides and boats</h1>${short}</div><div><h2>Related posts</h2>${cards}</div>`,
    ],
    [
      'under “More from”',
      `<main><h1>On tides and boats</h1><div>${short}</div><section><h2>More from The Shore</h2>${cards}</section></main>`,
    ],
    ['in the same part', `<div><h1>On tides and boats</h1>${short}<h3>You may also like</h3>${cards}</div>`],
    [
      'under a label in German',
      `<div><h1>On tides and boats</h1>${short}</div><div><h2>Weitere Artikel</h2>${cards}</div>`,
    ],
    [
      'as articles',
      `<article><h1>On tides and boats</h1>${short}</article><section>${Array.from({ length: 8 }, (_, at) => `<article><h2><a href="/s${at}">Another story of harbor number ${at}</a></h2><p>${excerpt(at)}</p></article>`).join('')}</section>`,
    ],
    ['without a label', `<div><h1>On tides and boats</h1><div>${short}</div><div>${cards}</div></div>`],
    [
      'linked below each excerpt',
      `<div><h1>On tides and boats</h1><div>${short}</div><div><h2>Latest posts</h2>${Array.from({ length: 8 }, (_, at) => `<div><h3>Another story of harbor number ${at}</h3><p>${excerpt(at)}</p><a href="/s${at}">Read more</a></div>`).join('')}</div></div>`,
    ],
  ])('leaves out lists of posts %s', (_, html) => expect(textsOf(html)).toEqual(expected))

  it('rejects a page of nothing else', () => {
    expect(() => textsOf(`<h1>Archive: March 2024</h1><div>${cards}${cards}</div>`)).toThrow('list of pages')
  })
})

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
  ])('puts a standfirst marked by %s first', (_, html) => expect(textsOf(html)).toEqual(expected))

  it('does not repeat a standfirst that begins the text', () => {
    const opening = `<article><h1>On tides and boats</h1><p class="standfirst">${sentence('sea')}</p>${body}</article>`
    expect(textsOf(opening)).toEqual(subjects.map(sentence))
  })

  it('does not mistake a byline, a date or a label for one', () => {
    const header = `<header><h1>On tides and boats</h1><p>By Ada Example, March 3, 2024</p><p>Published on March 3, 2024 at 10:32 am EST</p><p class="tags">Sea and coast and harbor and moon and wind</p></header>`
    expect(textsOf(`<article>${header}${body}</article>`)).toEqual(subjects.map(sentence))
  })
})

const title = '<h1>On tides and boats</h1>'

describe('lines and repetitions', () => {
  const stanza = ['The ferry leaves at half past nine,', 'The gulls are on the quay,', 'And all the lights go out.']
  const refrain = ['O pull the rope and let her go,', 'The water is wide and the bell is low.']
  const poem = [...stanza, ...refrain, ...stanza.toReversed(), ...refrain]
  const stanzas = [stanza, refrain, stanza.toReversed(), refrain]

  it.each([
    ['broken by elements', stanzas.map((lines) => `<p>${lines.join('<br>\n')}</p>`).join('')],
    ['in a quotation', `<blockquote>${stanzas.map((lines) => lines.join('<br/>')).join('<br/><br/>')}</blockquote>`],
    [
      'whose style keeps them',
      `<div style="white-space: pre-line">${stanzas.map((lines) => lines.join('\n')).join('\n\n')}</div>`,
    ],
    [
      'in a block of verse',
      `<pre class="wp-block-verse">${stanzas.map((lines) => lines.join('\n')).join('\n\n')}</pre>`,
    ],
  ])('keeps the lines of verse %s, and its refrains', (_, html) => {
    expect(textsOf(`<article>${title}${html}${paragraphs('sea', 'moon')}</article>`)).toEqual([
      ...poem,
      sentence('sea'),
      sentence('moon'),
    ])
  })

  it('joins the lines of running text', () => {
    const html = `<p>We are a small team that<br>builds boats for people who row and<br>has been here since 2014.</p>`
    expect(textsOf(`<article>${title}${paragraphs('sea')}${html}</article>`)).toEqual([
      sentence('sea'),
      'We are a small team that builds boats for people who row and has been here since 2014.',
    ])
  })

  it('keeps a paragraph that a later section repeats, and drops a copy of the whole text', () => {
    const html = `${paragraphs(...subjects)}<h2>Refunds</h2>${paragraphs('pier', 'coast')}`
    const kept = [...subjects.map(sentence), 'Refunds', sentence('pier'), sentence('coast')]
    expect(textsOf(`<article>${title}${html}</article>`)).toEqual(kept)
    const copies = `<div class="wide">${paragraphs(...subjects)}</div><div class="narrow">${paragraphs(...subjects)}</div>`
    const ended = `${copies}${paragraphs('author')}`
    expect(textsOf(`<article>${title}${ended}</article>`)).toEqual([...subjects, 'author'].map(sentence))
  })
})

it('leaves out the links of a mail archive in any language', () => {
  const sorted =
    '<b>記事の並び順:</b> <a href="date.html#7">[ 日付 ]</a> <a href="thread.html#7">[ スレッド ]</a> <a href="author.html#7">[ 投稿者 ]</a>'
  const list = `<ul><li>前の記事 <a href="6.html">[Boats] The tide tables of Carrow</a></li><li>${sorted}</li></ul>`
  const text = `${paragraphs('sea', 'moon')}<ul><li>${sentence('wind')} <a href="#1">[1]</a> <a href="#2">[2]</a> <a href="#3">[3]</a></li></ul>`
  const line = '<p><a href="a.html">[Zurück]</a><a href="b.html">[Weiter]</a><a href="date.html">[Nach Datum]</a></p>'
  const indexes = '<ul><li>Orden: <a href="date.html">[ Fecha ]</a> <a href="thread.html">[ Hilo ]</a></li></ul>'
  const studies = `<ul><li>${sentence('pier')}</li><li>Studies: <a href="a">[Lind 2019]</a> <a href="b">[Ek 2020]</a> <a href="c">[Berg 2021]</a></li></ul>`
  expect(textsOf(`${title}${list}${indexes}<hr>${text}${studies}${paragraphs('coast')}<hr>${list}${line}`)).toEqual([
    sentence('sea'),
    sentence('moon'),
    `${sentence('wind')} [1] [2] [3]`,
    sentence('pier'),
    'Studies: [Lind 2019] [Ek 2020] [Berg 2021]',
    sentence('coast'),
  ])
})

describe('the beginning and the end', () => {
  it('keeps the headings of versions, and drops a date', () => {
    const version = (name: string): string => `<h2>${name} <small>2025-02-11</small></h2><h3>Added</h3>`
    const html = `${version('3.2.0')}${paragraphs('sea')}${version('3.1.4')}${paragraphs('moon')}`
    expect(textsOf(`<main>${title}${html}</main>`)).toEqual([
      '3.2.0 2025-02-11',
      'Added',
      sentence('sea'),
      '3.1.4 2025-02-11',
      'Added',
      sentence('moon'),
    ])
    expect(textsOf(`<main>${title}<h2>2025-02-11</h2>${paragraphs('sea', 'moon')}</main>`)).toEqual([
      sentence('sea'),
      sentence('moon'),
    ])
  })

  it('keeps the salutation of a letter, without the lines above it', () => {
    const html = `${title}<p>From: Ada Lind</p><p>To: the pier</p><p>Dear all,</p>${paragraphs('sea', 'moon')}`
    expect(textsOf(html)).toEqual(['Dear all,', sentence('sea'), sentence('moon')])
  })

  it.each([
    ['Monday 9:00–17:00', 'Saturday 10:00–13:00'],
    ['250 g flour', '2 eggs', 'Salt'],
    ['Nets', 'Oars', 'A lamp', 'Bread'],
  ])('keeps a list of short items under the title: %s', (...items) => {
    const list = `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
    expect(textsOf(`${title}${list}${paragraphs('sea', 'moon')}`)).toEqual([
      ...items,
      sentence('sea'),
      sentence('moon'),
    ])
  })

  it.each([
    ['Ada Lind', 'May 2, 2024', '4 min read'],
    ['Sea', '2 May 2024 at 10:15', '12'],
    ['By Ada Lind', 'Sea'],
    ['Ada Lind', '7 Kommentare', '02.05.2024'],
  ])('drops a list of properties under the title: %s', (...items) => {
    const list = `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
    expect(textsOf(`${title}${list}${paragraphs('sea', 'moon')}`)).toEqual([sentence('sea'), sentence('moon')])
  })

  it('keeps the one other main heading below the title of the page', () => {
    const html = `<header><h1>On tides and boats</h1><p>Ada Lind</p></header><h1>The pier</h1>${paragraphs('sea', 'moon')}`
    expect(textsOf(html)).toEqual(['The pier', sentence('sea'), sentence('moon')])
  })

  it.each([
    ['Nobody asked the pilots.', true],
    ['People had watched it for years.', false],
  ])('keeps a short pull quote unless the text has it: %s', (quote, isKept) => {
    const box = `<figure class="wp-block-pullquote"><blockquote><p>${quote}</p></blockquote></figure>`
    const before =
      '<p>Of this tide, as they say at the pier, people had watched it for years. It was the spring tide.</p>'
    const texts = textsOf(`<article>${title}${before}${paragraphs('sea')}${box}${paragraphs('moon')}</article>`)
    expect(texts.includes(quote)).toBe(isKept)
    expect(texts).toHaveLength(isKept ? 4 : 3)
  })

  it('leaves out preformatted links of an archive below a letter', () => {
    const foot =
      '<pre>prev parent <a href="2.html">reply</a>  other threads:[<a href="i.html">2024</a>|<a href="#t">newest</a>]</pre>'
    expect(textsOf(`${title}${paragraphs('sea', 'moon')}<hr>${foot}`)).toEqual([sentence('sea'), sentence('moon')])
  })

  it.each(['', '<p>Please read these texts before we meet on Monday:</p>'])(
    'keeps lists of links under the headings of a text (%j)',
    (lead) => {
      const list = (name: string): string =>
        `<h2>${name}</h2>${lead}<ul><li><a href="/${name}1.pdf">Lind, “Tides,” pages 1–9</a></li><li><a href="/${name}2.pdf">Ek, “Boats,” chapter 2</a></li></ul>`
      const html = `${title}${paragraphs('sea')}${list('One')}${list('Two')}<h2>Grading</h2>${paragraphs('moon')}`
      const texts = textsOf(html)
      expect(texts.filter((text) => text.startsWith('Lind') || text.startsWith('Ek'))).toHaveLength(4)
    },
  )
})

describe('parts that are named as comments', () => {
  const own = sentence('parish')

  it.each([
    [
      'amid the text',
      `${paragraphs('sea')}<section id="comments"><h2>Comments on the plan</h2><p>${own}</p></section>${paragraphs('moon')}`,
      true,
    ],
    ['at its end', `${paragraphs('sea', 'moon')}<div class="kommentar"><h2>Kommentar</h2><p>${own}</p></div>`, true],
    [
      'by the id of a heading',
      `${paragraphs('sea')}<h2 id="comments">Comments</h2><p>${own}</p>${paragraphs('moon')}`,
      true,
    ],
    [
      'of readers, with names',
      `${paragraphs('sea', 'moon')}<section id="comments"><h2>Comments</h2><p><b>Ada:</b> ${own}</p></section>`,
      false,
    ],
    [
      'of readers, each in a part',
      `${paragraphs('sea', 'moon')}<section id="comments"><h2>Comments</h2><div class="comment"><p>${own}</p></div></section>`,
      false,
    ],
    [
      'of readers, counted',
      `${paragraphs('sea', 'moon')}<section id="comments"><h2>1 comment</h2><p>${own}</p></section>`,
      false,
    ],
  ])('keeps only sections of the text: %s', (_, html, isKept) => {
    const kept = ['sea', 'moon', ...(isKept ? ['parish'] : [])].map(sentence)
    expect(new Set(textsOf(`<article>${title}${html}</article>`).filter((text) => text.length > 30))).toEqual(
      new Set(kept),
    )
  })
})
