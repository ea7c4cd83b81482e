import { describe, expect, it } from 'vitest'
import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { packDocument, unpackDocument } from '../../threads/packed-document.ts'
import type { FetchedPage, PageFetcher } from '../net/fetch-page.ts'
import type { ParseTask } from '../parsing/parse-task.ts'
import { parse } from '../parsing/worker.ts'
import { episodeOnPage, episodesOfFeed } from './episode.ts'
import { readLink } from './link.ts'
import type { RecordingReader } from './recording.ts'

const ORIGIN = 'https://waves.example'
const PROSE =
  'The lighthouse keeper counts the ships that pass at night and writes each of their names into a long book.'
const words = (count: number) =>
  `<article><h1>Night ships</h1>${`<p>${PROSE}</p>`.repeat(Math.ceil(count / 20))}</article>`
const html = (head: string, body: string) =>
  `<html><head><title>Night ships</title>${head}</head><body>${body}</body></html>`
const vtt = `WEBVTT

00:00:01.000 --> 00:00:06.000
<v Ines Faro>Every winter the harbor closes for eleven days because of the ice.

00:12:40.000 --> 00:12:46.000
<v Tom Berg>The pilots still go out, and they take the mail to the islands.

00:13:00.000 --> 00:13:06.000
<v Ines Faro>In spring the first ferry carries nothing but onions and newspapers.
`
const json = JSON.stringify({
  segments: [
    {
      speaker: 'Ines Faro',
      startTime: 1,
      endTime: 6,
      body: 'Every winter the harbor closes for eleven days because of the ice.',
    },
    { speaker: 'Tom Berg', startTime: 760, body: 'The pilots still go out, and they take the mail to the islands.' },
    {
      speaker: 'Ines Faro',
      startTime: 780,
      body: 'In spring the first ferry carries nothing but onions and newspapers.',
    },
  ],
})

const item = (number: number, more = '') => `<item><title>Night ships ${number}</title>
  <link>${ORIGIN}/episodes/${number}</link><pubDate>Tue, 0${number} Sep 2026 06:00:00 GMT</pubDate>
  <itunes:author>Ines Faro</itunes:author><description><![CDATA[<p>About <b>ships</b>]]></description>
  <enclosure url="/audio/${number}.mp3?from=feed" type="audio/mpeg" length="1"/>${more}</item>`
const feed = (...items: string[]) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:podcast="x"><channel><title>Waves &amp; winds</title>
   <image><title>A logo</title></image><itunes:image href="/cover.jpg"/>${items.join('')}</channel></rss>`

type Site = Record<string, readonly [type: string, body: string]>

/** Fetches from a test site, and reads a recording as a document that contains its path. */
function open(site: Site) {
  const asked: string[] = []
  const fetcher: Pick<PageFetcher, 'fetch'> = {
    fetch: async (url, { recordingPath }) => {
      const path = new URL(url).pathname
      asked.push(path)
      const [contentType, body] = site[path] ?? []
      if (contentType === undefined) throw new AppError('source_not_found', `There is nothing at ${path}.`)
      const page: FetchedPage = { url, contentType, bytes: Buffer.from(body ?? '') }
      return contentType === 'audio/mpeg' && recordingPath !== undefined ? { ...page, path: body ?? '' } : page
    },
  }
  const parser = { parse: async (task: ParseTask) => packDocument(await parse({ ...task })) }
  const recordings: RecordingReader = {
    limits: { maxBytes: 1e9, maxMinutes: 240 },
    listen: async ({ path, url }) => {
      const document = await parse({ kind: 'text', content: `${PROSE} ${path}` })
      return packDocument({ ...document, kind: 'document', url, sourceInfo: { readAs: 'recording' } })
    },
  }
  const read = async (path: string, transcribes = true): Promise<ExtractedDocument> => {
    const deps = { fetcher, parser, recordings: transcribes ? recordings : null }
    return unpackDocument(await readLink(deps, `${ORIGIN}${path}`, { signal: new AbortController().signal }))
  }
  return { asked, read }
}

const heard = (number: number): Site => ({ [`/audio/${number}.mp3`]: ['audio/mpeg', `Episode ${number} was heard.`] })
const textOf = ({ blocks }: ExtractedDocument): string => blocks.map(({ text }) => text).join('\n')

describe('a link to a recording', () => {
  it('is read as it is', async () => {
    const { read } = open(heard(1))
    expect(textOf(await read('/audio/1.mp3'))).toContain('Episode 1 was heard.')
  })

  it.each([
    ['og:audio', '<meta property="og:audio" content="/audio/1.mp3">', ''],
    ['a player', '', '<audio controls><source type="audio/mpeg" src="/audio/1.mp3"></audio>'],
    ['a player with an address', '', '<audio src="/audio/1.mp3"></audio>'],
    [
      'declared data',
      `<script type="application/ld+json">{"@graph":[{"@type":"PodcastEpisode","name":"Night ships","associatedMedia":{"contentUrl":"${ORIGIN}/audio/1.mp3"}}]}</script>`,
      '',
    ],
  ])('is found on a page of few words by %s', async (_, head, body) => {
    const { read, asked } = open({ ...heard(1), '/page': ['text/html', html(head, `${body}${words(40)}`)] })
    const document = await read('/page')
    expect(textOf(document)).toContain('Episode 1 was heard.')
    expect(document).toMatchObject({ kind: 'article', url: `${ORIGIN}/page`, sourceInfo: { readAs: 'recording' } })
    expect(asked).toEqual(['/page', '/audio/1.mp3'])
  })

  it('gives way to an article that also can be heard, and to a transcript on the page of an episode', async () => {
    const declared = '<script type="application/ld+json">{"@type":["PodcastEpisode"]}</script>'
    const audio = '<meta property="og:audio" content="/audio/1.mp3">'
    const { read } = open({
      ...heard(1),
      '/article': ['text/html', html(audio, words(400))],
      '/notes': ['text/html', html(`${audio}${declared}`, words(400))],
      '/transcript': ['text/html', html(`${audio}${declared}`, words(1200))],
    })
    expect(textOf(await read('/article'))).not.toContain('was heard')
    expect(textOf(await read('/notes'))).toContain('was heard')
    expect(textOf(await read('/transcript'))).not.toContain('was heard')
    expect(textOf(await read('/notes', false))).not.toContain('was heard')
  })

  it('that fails is named, rather than its page summarized', async () => {
    const { read } = open({
      '/page': ['text/html', html('<meta property="og:audio" content="/audio/1.mp3">', words(40))],
    })
    await expect(read('/page')).rejects.toMatchObject({ code: 'source_not_found' })
  })

  it.each(['/players', '/none'])('is not invented: %s', async (path) => {
    const { read } = open({
      '/players': ['text/html', html('', `<video src="/film"></video>${words(100)}`)],
      '/none': ['text/html', html('<meta property="og:audio" content="javascript:alert(1)">', words(100))],
    })
    expect(textOf(await read(path))).toContain('lighthouse')
  })
})

describe('a published transcript', () => {
  const track = '<video src="/film.mp4"><track kind="captions" srclang="en" src="/t.vtt"></video>'
  it.each<[string, string, Site]>([
    ['of a player', '/page', { '/page': ['text/html', html('', `${track}${words(40)}`)], '/t.vtt': ['text/vtt', vtt] }],
    [
      'linked by the page',
      '/page',
      {
        '/page': [
          'text/html',
          html(
            '<meta property="og:audio" content="/audio/1.mp3"><link rel="alternate" type="text/vtt" href="/t.vtt">',
            '',
          ),
        ],
        '/t.vtt': ['text/plain', vtt],
      },
    ],
    [
      'in the feed of the page, by the file',
      '/page',
      {
        '/page': [
          'text/html',
          html(
            '<meta property="og:audio" content="/audio/1.mp3"><link rel="alternate" type="application/rss+xml" href="/feed">',
            '',
          ),
        ],
        '/feed': ['application/rss+xml', feed(item(2), item(1, '<podcast:transcript url="/t.vtt" type="text/vtt"/>'))],
        '/t.vtt': ['text/vtt', vtt],
      },
    ],
    [
      'in JSON',
      '/feed',
      {
        '/feed': ['text/xml', feed(item(1, '<podcast:transcript url="/t.json" type="application/json"/>'))],
        '/t.json': ['application/json', json],
      },
    ],
    [
      'the best of several that can be read',
      '/feed',
      {
        '/feed': [
          'text/xml',
          feed(
            item(
              1,
              '<podcast:transcript url="/t.txt" type="text/plain"/><podcast:transcript url="/gone.vtt" type="text/vtt"/><podcast:transcript url="/t.srt" type="application/srt"/>',
            ),
          ),
        ],
        '/t.srt': ['application/srt', vtt.replace('WEBVTT', '').replaceAll('.000', ',000')],
      },
    ],
  ])('comes before the recording: %s', async (_, path, site) => {
    const { read, asked } = open({ ...heard(1), ...site })
    // It needs no transcriber.
    const document = await read(path, false)
    expect(document.sourceInfo.readAs).toBe('published transcript')
    expect(textOf(document)).toContain('onions and newspapers')
    expect(document.blocks.map(({ location }) => location)).toContainEqual(
      expect.objectContaining({ kind: 'time', startSeconds: 760 }),
    )
    expect(asked).not.toContain('/audio/1.mp3')
  })

  it('that can’t be read leaves the recording', async () => {
    const { read } = open({
      ...heard(1),
      '/feed': ['text/xml', feed(item(1, '<podcast:transcript url="/gone.vtt" type="text/vtt"/>'))],
    })
    expect(textOf(await read('/feed'))).toContain('Episode 1 was heard.')
  })
})

describe('a feed', () => {
  it('is read as its newest recording, with what it knows of it', async () => {
    const { read } = open({
      ...heard(1),
      ...heard(2),
      '/feed': ['application/xml', feed(item(1), item(2), '<item><title>News</title></item>')],
    })
    const document = await read('/feed')
    expect(textOf(document)).toContain('Episode 2 was heard.')
    expect(document).toMatchObject({
      title: 'Night ships 2',
      author: 'Ines Faro',
      site: 'Waves & winds',
      publishedAt: '2026-09-02T06:00:00.000Z',
      url: `${ORIGIN}/episodes/2`,
      thumbnailUrl: `${ORIGIN}/cover.jpg`,
    })
  })

  it('completes the page of an episode', async () => {
    const link = '<link rel="alternate" type="application/rss+xml" href="/feed">'
    const { read } = open({
      ...heard(1),
      '/episodes/1': [
        'text/html',
        html(`<meta property="og:type" content="podcast.episode">${link}`, `<audio></audio>${words(60)}`),
      ],
      '/feed': ['application/xml', feed(item(2), item(1))],
    })
    expect(await read('/episodes/1')).toMatchObject({ title: 'Night ships 1', site: 'Waves & winds' })
  })

  it('without recordings is refused as before', async () => {
    const { read } = open({
      '/feed': ['application/rss+xml', '<rss version="2.0"><channel><title>News</title></channel></rss>'],
    })
    await expect(read('/feed')).rejects.toMatchObject({ code: 'source_type_unsupported' })
  })
})

describe('hostile pages and feeds', () => {
  const flood = (start: string, unit: string): FetchedPage => ({
    url: ORIGIN,
    contentType: null,
    bytes: Buffer.from(start + unit.repeat(4_000_000 / unit.length)),
  })

  it.each([
    '<audio src=x>',
    '<a b="c" d=e f>',
    '<script type="application/ld+json">{}</script>',
    '<track src="/a.vtt">',
  ])('are read in linear time: %s', (unit) => {
    const started = performance.now()
    const found = episodeOnPage(flood('<audio src="/a.mp3">', unit))
    expect(found).toMatchObject({ audioUrl: `${ORIGIN}/a.mp3` })
    expect(found?.transcripts.length).toBeLessThanOrEqual(20)
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it.each(['<item><podcast:transcript url="a.vtt"/>', '<item>', '<title>'])('also %s', (unit) => {
    const started = performance.now()
    expect(episodesOfFeed(flood('<rss><channel>', unit))).toEqual([])
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
