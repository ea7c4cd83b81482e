import { describe, expect, it } from 'vitest'
import { citationLink } from '../../src/shared/summary/location-label.ts'
import { chapterData, json3Captions, type Line, playerAnswer, watchPage } from '../standins/youtube/answers.ts'
import { openYouTubeStandIn, type Scenario } from '../standins/youtube/server.ts'
import { startTestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

const ID = 'tidePools_1'
const sentences = tidePools.split(/(?<=\.)\s+/u)
const lines: Line[] = sentences.map((sentence, at) => [at * 6, 6, sentence])
const told = {
  videoId: ID,
  title: 'Counting tide pools',
  author: 'County Museum',
  lengthSeconds: sentences.length * 6,
  tracks: [{ languageCode: 'en' }],
}

const scenarios: Record<string, Scenario> = {
  [ID]: {
    player: () => ({ body: playerAnswer(told) }),
    page: () => ({
      body: watchPage(
        playerAnswer(told),
        chapterData([
          [0, 'The count'],
          [60, 'What changed'],
        ]),
      ),
    }),
    captions: () => ({ body: json3Captions(lines) }),
  },
  private_one: {
    player: () => ({ body: playerAnswer({ videoId: ID, status: 'LOGIN_REQUIRED', reason: 'Private video' }) }),
  },
}

describe('videos', () => {
  const youtube = forSuite(async () => openYouTubeStandIn((id) => scenarios[id]))
  const test = forSuite(async () =>
    startTestProduct({ env: { YOUTUBE_ORIGIN: youtube.origin, FETCH_ALLOW_PRIVATE: 'false' } }),
  )

  it('are summarized, with citations that open the video at the right time', async () => {
    const client = await test.register()
    const response = await client.post('/api/summaries', { url: `youtu.be/${ID}?si=x` })
    expect(response.statusCode).toBe(201)
    const summary = response.json()
    expect(summary).toMatchObject({
      status: 'ready',
      title: 'Counting tide pools',
      contentType: 'youtube',
      language: 'en',
      thumbnailUrl: `https://i.ytimg.com/vi/${ID}/sddefault.jpg`,
      sourceInfo: { readAs: 'captions by the author', durationSeconds: told.lengthSeconds },
    })
    expect(summary.keyTakeaways.length).toBeGreaterThanOrEqual(2)
    for (const [index, takeaway] of summary.keyTakeaways.entries()) {
      const [citation] = summary.page.takeaways[index].citations
      const { location: place } = citation
      const said = sentences.findIndex((sentence) => sentence.includes(takeaway)) * 6
      expect(said).toBeGreaterThanOrEqual(place.startSeconds)
      expect(said).toBeLessThan(place.endSeconds)
      expect(citationLink(citation, summary.originalUrl)).toBe(
        `https://www.youtube.com/watch?v=${ID}&t=${place.startSeconds}s`,
      )
    }
  })

  it('that cannot be read return a reason and advice', async () => {
    const client = await test.register()
    const response = await client.post('/api/summaries', { url: 'https://www.youtube.com/shorts/private_one' })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      code: 'video_private',
      message: expect.stringContaining('upload its transcript or subtitles as a file'),
    })
    const asked = youtube.requests.length
    const channel = await client.post('/api/summaries', { url: 'https://www.youtube.com/@countymuseum' })
    expect(channel.json()).toMatchObject({
      code: 'url_invalid',
      message: expect.stringContaining('leads to a channel, not to a video'),
    })
    expect(youtube.requests).toHaveLength(asked)
    expect((await client.get('/api/stats')).json().summariesUsed).toBe(0)
  })
})
