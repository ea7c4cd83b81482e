import { beforeAll, describe, expect, it } from 'vitest'
import { json3Captions, playerAnswer } from '../../standins/youtube/answers.ts'
import { openYouTubeStandIn, type Scenario } from '../../standins/youtube/server.ts'
import { articles, startArticleSite } from '../../support/article-site.ts'
import { hostileAnswers, startHostileSites } from '../../support/attacks/hostile-sites.ts'
import { startTestProduct, type TestClient } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'

const MIB = 1024 * 1024
/** The largest file that is read, plus what network buffers contain. */
const MAX_BYTES = 50 * MIB + 24 * MIB

/** Metadata of an ordinary video. */
const captions = (videoId: string, body: string): [string, Scenario] => [
  videoId,
  {
    player: () => ({
      body: playerAnswer({ videoId, title: 'Tides', tracks: [{ languageCode: 'en' }], lengthSeconds: 60 }),
    }),
    captions: () => ({ body }),
  },
]
const oneLine = (megabytes: number): string =>
  JSON.stringify(json3Captions([[0, 60, 'tide '.repeat((megabytes * MIB) / 5)]]))

const videos: Record<string, Scenario> = Object.fromEntries<Scenario>([
  captions('lineOf100MB', oneLine(100)),
  captions('lineOf1MBxx', oneLine(1)),
  captions('deepJsonxxx', '['.repeat(MIB)),
  captions('deepXmlxxxx', `<transcript>${'<text start="1">'.repeat(200_000)}`),
  captions(
    'laughsXmlxx',
    '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><transcript><text start="1">&b;&b;</text></transcript>',
  ),
  captions('manyCuesxxx', `WEBVTT\n\n${'00:00.000 --> 00:01.000\nx\n\n'.repeat(100_000)}`),
  ['deepPlayerx', { player: () => ({ body: `{"a":${'['.repeat(MIB)}` }) }],
  ['longPlayerx', { player: () => ({ body: `{"a":"${'x'.repeat(30 * MIB)}"}` }) }],
])

describe('hostile websites', () => {
  let user: TestClient
  const sites = forSuite(async () => startHostileSites())
  const magazine = forSuite(async () => startArticleSite())
  const youtube = forSuite(async () => openYouTubeStandIn((id) => videos[id]))
  const test = forSuite(async () => startTestProduct({ env: { YOUTUBE_ORIGIN: youtube.origin } }))
  beforeAll(async () => {
    user = await test.register()
  })

  const used = async (): Promise<number> => (await user.get('/api/stats')).json().summariesUsed

  it.each(Object.entries(hostileAnswers))(
    '%s: is rejected with a message, within limits, at no cost',
    async (name, { code }) => {
      const before = await used()
      const answer = await user.post('/api/summaries', { url: sites.url(name) })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ code: expect.stringMatching(code), message: expect.stringMatching(/\.$/) })
      const { bytes, requests } = sites.given(name)
      expect(requests).toBeGreaterThan(0)
      expect(requests).toBeLessThanOrEqual(11)
      expect(bytes).toBeLessThan(MAX_BYTES)
      expect(await used()).toBe(before)
    },
  )

  it.each(Object.keys(videos))('a video of %s is read within limits, or rejected with a message', async (id) => {
    const before = await used()
    const answer = await user.post('/api/summaries', { url: `https://youtu.be/${id}` })
    const body = answer.json()
    if (answer.statusCode !== 201)
      expect(body).toMatchObject({
        code: expect.stringMatching(/^(?:source|video)_/),
        message: expect.stringMatching(/\.$/),
      })
    expect([201, 422]).toContain(answer.statusCode)
    expect(answer.body.length).toBeLessThan(2 * MIB)
    expect(await used()).toBe(before + (answer.statusCode === 201 ? 1 : 0))
  })

  it('don’t prevent other users from reading other sites', async () => {
    const other = await test.register()
    const answer = await other.post('/api/summaries', { url: magazine.articleUrl(articles[0]!) })
    expect(answer.statusCode).toBe(201)
  })
})
