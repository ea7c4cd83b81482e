import { describe, expect, it } from 'vitest'
import { startLoopbackServer } from '../../../../tests/standins/loopback-server.ts'
import {
  chapterData,
  json3Captions,
  type Line,
  playerAnswer,
  robotPage,
  srv1Captions,
  srv3Captions,
  vttCaptions,
  watchPage,
} from '../../../../tests/standins/youtube/answers.ts'
import { forSuite } from '../../../../tests/support/suite.ts'
import {
  english,
  openVideoSite,
  readable,
  readUrl,
  requestedPlayer,
  tideCaptions,
  tideLines,
  VIDEO_ID,
} from '../../../../tests/support/video-site.ts'
import { extractedDocumentSchema } from '../../../shared/document.ts'
import { unpackDocument } from '../../../threads/packed-document.ts'
import type { ReadProgress } from '../../index.ts'
import { createPageFetcher } from '../../net/fetch-page.ts'
import { readVideo } from './read-video.ts'

const CLIENTS = ['ANDROID', 'IOS', 'ANDROID_VR', 'WEB_EMBEDDED_PLAYER', 'MWEB']

const site = forSuite(openVideoSite)

describe('a video that can be read', () => {
  it('returns a document with times, chapters and facts of the video and its page', async () => {
    const page = { videoId: VIDEO_ID, tracks: [english], publishDate: '2026-01-02T03:04:05-08:00' }
    const { ingest, standIn } = site.answers({
      ...readable,
      page: () => ({
        body: watchPage(
          playerAnswer(page),
          chapterData([
            [0, 'The moon'],
            [30, 'The day'],
          ]),
        ),
      }),
    })
    const progress: ReadProgress[] = []
    const packed = await ingest.read(
      { kind: 'url', url: `https://www.youtube.com/watch?v=${VIDEO_ID}&t=3s` },
      { signal: AbortSignal.timeout(10_000), onProgress: (step) => progress.push(step) },
    )
    const document = unpackDocument(packed)
    expect(extractedDocumentSchema.parse(document)).toEqual(document)
    expect(document).toMatchObject({
      kind: 'youtube',
      title: 'On tides',
      author: 'The Shore',
      site: 'YouTube',
      language: 'en',
      publishedAt: '2026-01-02T03:04:05-08:00',
      url: `https://www.youtube.com/watch?v=${VIDEO_ID}`,
      thumbnailUrl: `https://i.ytimg.com/vi/${VIDEO_ID}/sddefault.jpg`,
      sourceInfo: {
        readAs: 'captions by the author',
        durationSeconds: 40,
        finalUrl: `https://www.youtube.com/watch?v=${VIDEO_ID}`,
      },
    })
    expect(document.sourceInfo.note).toBeUndefined()
    expect(document.blocks.map(({ type, text, location, headingPath }) => [type, text, location, headingPath])).toEqual(
      [
        ['heading', 'The moon', { kind: 'time', startSeconds: 0, endSeconds: 30 }, []],
        [
          'paragraph',
          'Tides rise and fall because the moon pulls at the sea. The sea, being patient, follows it around the world.',
          { kind: 'time', startSeconds: 0.5, endSeconds: 6.5 },
          ['The moon'],
        ],
        ['heading', 'The day', { kind: 'time', startSeconds: 30, endSeconds: 40 }, []],
        [
          'paragraph',
          'Twice a day it comes back, and twice a day it leaves.',
          { kind: 'time', startSeconds: 30, endSeconds: 34 },
          ['The day'],
        ],
      ],
    )
    expect(progress).toContainEqual({ stage: 'fetching', title: 'On tides' })
    expect(standIn.requests[0]).toMatchObject({
      method: 'POST',
      client: 'ANDROID',
      path: '/youtubei/v1/player?prettyPrint=false',
    })
    expect(standIn.requests.find((request) => request.path.startsWith('/watch'))?.headers.cookie).toBe('SOCS=CAI')
  })

  it('reads the chapters of the description', async () => {
    const description = 'About tides.\n0:00 The moon\n0:10 The sea\n0:25 The day'
    const { ingest } = site.answers({
      ...readable,
      player: () => requestedPlayer({ lengthSeconds: 40, description, tracks: [english] }),
    })
    const document = await readUrl(ingest)
    expect(document.blocks.filter((block) => block.type === 'heading').map((block) => block.text)).toEqual([
      'The moon',
      'The day',
    ])
  })

  it.each([
    ['json3', { body: json3Captions(tideLines) }],
    ['srv3', { body: srv3Captions(tideLines), contentType: 'text/xml' }],
    ['srv1', { body: srv1Captions(tideLines), contentType: 'text/xml' }],
    ['WebVTT', { body: vttCaptions(tideLines), contentType: 'text/vtt' }],
  ])('is read from %s', async (_, body) => {
    const { ingest } = site.answers({ ...readable, captions: () => body })
    const document = await readUrl(ingest)
    expect(document.blocks.map((block) => block.location)).toEqual([
      { kind: 'time', startSeconds: 0.5, endSeconds: 6.5 },
      { kind: 'time', startSeconds: 30, endSeconds: 34 },
    ])
    expect(document.blocks[1]?.text).toBe('Twice a day it comes back, and twice a day it leaves.')
  })

  it('falls back to the format of the URL without json3', async () => {
    const { ingest, standIn } = site.answers({
      ...readable,
      captions: (url) => ({
        body: url.searchParams.get('fmt') === 'json3' ? 'something else' : srv1Captions(tideLines),
      }),
    })
    expect((await readUrl(ingest)).blocks).toHaveLength(2)
    expect(standIn.requests.filter((request) => request.path.startsWith('/api/timedtext'))).toHaveLength(2)
  })

  it.each([
    ['captions by the author', [{ languageCode: 'en', kind: 'asr' as const }, { languageCode: 'en' }]],
    ['automatic captions', [{ languageCode: 'en', kind: 'asr' as const }, { languageCode: 'de' }]],
    ['automatic translation', [{ languageCode: 'en', kind: 'asr' as const, query: '&tlang=fr' }]],
  ])('is described as %s', async (readAs, tracks) => {
    const { ingest } = site.answers({ ...readable, player: () => requestedPlayer({ lengthSeconds: 40, tracks }) })
    expect((await readUrl(ingest)).sourceInfo.readAs).toBe(readAs)
  })
})

describe('the chain', () => {
  it('tries clients in order until one answers, and keeps the visitor id', async () => {
    const { ingest, standIn } = site.answers({
      ...readable,
      player: (client) => {
        if (client === 'ANDROID')
          return requestedPlayer({
            status: 'LOGIN_REQUIRED',
            reason: 'Sign in to confirm you’re not a bot',
            visitorData: 'visit-1',
          })
        if (client === 'IOS') return { status: 400, body: { error: { status: 'FAILED_PRECONDITION' } } }
        return readable.player?.(client)
      },
    })
    expect((await readUrl(ingest)).title).toBe('On tides')
    const asked = standIn.requests.filter((request) => request.method === 'POST')
    expect(asked.map((request) => request.client)).toEqual(['ANDROID', 'IOS', 'ANDROID_VR'])
    expect(asked[2]?.headers['x-goog-visitor-id']).toBe('visit-1')
  })

  it.each([
    ['an answer about another video', { body: playerAnswer({ videoId: 'another-one', tracks: [english] }) }],
    ['an answer that is no JSON', { body: 'oops' }],
    ['an answer of another shape', { body: { error: 'x' } }],
    ['a server that fails', { status: 503 }],
    [
      'captions kept for proven players',
      requestedPlayer({
        tracks: [
          { ...english, query: '&exp=xpe' },
          { languageCode: 'en', kind: 'asr' },
        ],
      }),
    ],
    [
      'captions at a foreign address',
      requestedPlayer({ tracks: [{ ...english, baseUrl: 'http://127.0.0.1:1/api/timedtext' }] }),
    ],
    [
      'captions at an address of a private network',
      requestedPlayer({ tracks: [{ ...english, baseUrl: 'https://169.254.169.254/latest' }] }),
    ],
    ['captions that are empty', requestedPlayer({ tracks: [{ ...english, query: '&empty=1' }] })],
    ['captions that are a page', requestedPlayer({ tracks: [{ ...english, query: '&page=1' }] })],
  ])('skips %s', async (_, first) => {
    const { ingest, standIn } = site.answers({
      player: (client) => (client === 'ANDROID' ? first : readable.player?.(client)),
      captions: (url) => {
        if (url.searchParams.has('empty')) return { body: '' }
        return url.searchParams.has('page') ? { body: robotPage } : tideCaptions()
      },
    })
    expect((await readUrl(ingest)).title).toMatch(/On tides|A video/u)
    expect(standIn.requests.some((request) => request.client === 'IOS')).toBe(true)
  })

  it('ends with the watch page', async () => {
    const { ingest, standIn } = site.answers({
      captions: tideCaptions,
      page: () => ({ body: watchPage(playerAnswer({ videoId: VIDEO_ID, title: 'From the page', tracks: [english] })) }),
    })
    expect((await readUrl(ingest)).title).toBe('From the page')
    expect(standIn.requests.filter((request) => request.method === 'POST').map((request) => request.client)).toEqual(
      CLIENTS,
    )
    expect(standIn.requests.filter((request) => request.path.startsWith('/watch'))).toHaveLength(1)
  })

  it('falls back to automatic captions', async () => {
    const { ingest } = site.answers({
      player: () =>
        requestedPlayer({
          lengthSeconds: 40,
          tracks: [
            { ...english, query: '&gone=1' },
            { languageCode: 'en', kind: 'asr' },
          ],
        }),
      captions: (url) => (url.searchParams.has('gone') ? { status: 404 } : tideCaptions()),
    })
    expect((await readUrl(ingest)).sourceInfo.readAs).toBe('automatic captions')
  })

  it('times out on a silent server', async () => {
    let asked = 0
    const { origin, stop } = await startLoopbackServer(() => {
      asked += 1
    })
    const limits = { totalMs: 100 }
    const fetcher = createPageFetcher({ allowPrivateAddresses: true, outboundProxyUrl: null, limits })
    const parser = { parse: () => Promise.reject(new Error('nothing to read')) }
    const url = new URL(`https://youtu.be/${VIDEO_ID}`)
    const reading = readVideo({ fetcher, parser, origin, ytDlp: null, recordings: null }, url, {
      signal: AbortSignal.timeout(10_000),
    })
    await expect(reading).rejects.toMatchObject({ code: 'source_timed_out' })
    expect(asked).toBe(2)
    await fetcher.close()
    await stop()
  })

  it('stops when aborted', async () => {
    const { ingest } = site.answers({ player: () => requestedPlayer({ tracks: [english] }), captions: tideCaptions })
    const signal = AbortSignal.abort()
    await expect(ingest.read({ kind: 'url', url: `https://youtu.be/${VIDEO_ID}` }, { signal })).rejects.toMatchObject({
      code: 'cancelled',
    })
    const controller = new AbortController()
    const reading = ingest.read(
      { kind: 'url', url: `https://youtu.be/${VIDEO_ID}` },
      { signal: controller.signal, onProgress: (step) => step.title !== undefined && controller.abort() },
    )
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('a transcript that is cut off', () => {
  const sentence = 'There is always something more to say about the tides of the sea.'
  const whole: Line[] = Array.from({ length: 50 }, (_, at) => [at * 6, 6, sentence])

  it('prefers a complete transcript, of another track or client', async () => {
    const tracks = [english, { languageCode: 'en', kind: 'asr' as const }]
    const byTrack = site.answers({
      player: () => requestedPlayer({ lengthSeconds: 300, tracks }),
      captions: (url) => ({ body: json3Captions(url.searchParams.get('kind') === 'asr' ? whole : tideLines) }),
    })
    expect((await readUrl(byTrack.ingest)).sourceInfo).toMatchObject({ readAs: 'automatic captions' })
    const byClient = site.answers({
      player: (client) => requestedPlayer({ lengthSeconds: 300, tracks: [{ ...english, query: `&c=${client}` }] }),
      captions: (url) => ({ body: json3Captions(url.searchParams.get('c') === 'IOS' ? whole : tideLines) }),
    })
    const document = await readUrl(byClient.ingest)
    expect(document.words).toBeGreaterThan(500)
    expect(document.sourceInfo.note).toBeUndefined()
  })

  it('returns a truncated transcript with a note if there is no better one', async () => {
    const { ingest } = site.answers({
      player: () => requestedPlayer({ lengthSeconds: 761, tracks: [english] }),
      captions: tideCaptions,
    })
    expect((await readUrl(ingest)).sourceInfo.note).toBe(
      'The captions end at 0:34 of 12:41: what comes after is not in this summary.',
    )
    const sparse: Line[] = [...tideLines, [700, 4, 'The end.']]
    const few = site.answers({
      player: () => requestedPlayer({ lengthSeconds: 761, tracks: [english] }),
      captions: () => ({ body: json3Captions(sparse) }),
    })
    expect((await readUrl(few.ingest)).sourceInfo.note).toBe(
      'The captions hold few words for a video of 12:41, so much of what it says may be missing here.',
    )
  })

  it('adds no note to a short video', async () => {
    const { ingest } = site.answers({
      player: () => requestedPlayer({ lengthSeconds: 60, tracks: [english] }),
      captions: tideCaptions,
    })
    expect((await readUrl(ingest)).sourceInfo.note).toBeUndefined()
  })
})
