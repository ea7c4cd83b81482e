import { describe, expect, it } from 'vitest'
import { isVideoUrl, parseSourceUrl } from '../../../shared/source-url.ts'
import { requireVideoId, videoIdOf } from './video-url.ts'

const ID = 'aB3_-xyZ019'

const forms = [
  `https://www.youtube.com/watch?v=${ID}`,
  `http://youtube.com/watch?v=${ID}`,
  `youtube.com/watch?v=${ID}`,
  `https://m.youtube.com/watch?v=${ID}&feature=youtu.be`,
  `https://music.youtube.com/watch?v=${ID}&list=RDAMVM${ID}`,
  `https://www.youtubekids.com/watch?v=${ID}`,
  `https://www.youtube.com/watch/?v=${ID}`,
  `https://www.youtube.com/watch/${ID}`,
  `https://www.youtube.com/?v=${ID}`,
  `https://www.youtube.com/watch?list=PL123&index=4&v=${ID}`,
  `https://www.youtube.com/watch?vi=${ID}`,
  `https://www.youtube.com/watch_popup?v=${ID}`,
  `https://youtu.be/${ID}`,
  `https://www.youtu.be/${ID}/`,
  `https://youtu.be/${ID}?si=abcdefgh`,
  `https://youtu.be/${ID}?t=75`,
  `https://youtu.be/watch?v=${ID}`,
  `https://youtu.be/${ID}&t=3`,
  `https://www.youtube.com/watch?v=${ID}?t=12`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://youtube.com/shorts/${ID}?feature=share`,
  `https://www.youtube.com/live/${ID}?si=x&t=1h2m3s`,
  `https://www.youtube.com/embed/${ID}?start=90&end=95`,
  `https://www.youtube.com/embed/videoseries?list=PL1&v=${ID}`,
  `https://www.youtube-nocookie.com/embed/${ID}?rel=0`,
  `https://www.youtube.com/v/${ID}?version=3`,
  `https://www.youtube.com/e/${ID}`,
  `https://www.youtube.com/vi/${ID}`,
  `https://www.youtube.com/source/${ID}/shorts`,
  `https://www.youtube.com/attribution_link?a=tolCzpA7CrY&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
  `https://www.youtube.com/oembed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&format=json`,
  `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}%26t%3D20s&gl=DE`,
  `https://www.youtube.com/watch?v=${ID}&t=1h2m3s`,
  `https://www.youtube.com/watch?v=${ID}&t=2m`,
  `https://www.youtube.com/watch?v=${ID}&t=45s`,
  `https://www.youtube.com/watch?v=${ID}&t=1:02:03`,
  `https://www.youtube.com/watch?v=${ID}&start=8`,
  `https://www.youtube.com/watch?v=${ID}#t=1m5s`,
  `https://www.youtube.com/watch?v=${ID}&t=soon`,
]

describe('videoIdOf', () => {
  it.each(forms)('finds the video of %s', (typed) => {
    const url = parseSourceUrl(typed)
    expect(isVideoUrl(url)).toBe(true)
    expect(videoIdOf(url)).toBe(ID)
  })

  it.each([
    `https://example.com/watch?v=${ID}`,
    `https://notyoutube.com/embed/${ID}`,
    `https://www.youtube.com/about?v2=${ID}`,
    `https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.com`,
  ])('returns null for %s', (address) => expect(videoIdOf(new URL(address))).toBeNull())

  it('limits wrappings', () => {
    const wrap = (inner: string): string => `https://www.youtube.com/attribution_link?u=${encodeURIComponent(inner)}`
    const video = `https://www.youtube.com/watch?v=${ID}`
    expect(videoIdOf(new URL(wrap(wrap(video))))).toBe(ID)
    expect(videoIdOf(new URL(wrap(wrap(wrap(wrap(video))))))).toBeNull()
  })
})

describe('requireVideoId', () => {
  it.each([
    ['https://www.youtube.com/@name', 'a channel'],
    ['https://www.youtube.com/@name/videos', 'a channel'],
    ['https://www.youtube.com/channel/UC1234567890123456789012', 'a channel'],
    ['https://www.youtube.com/c/Name', 'a channel'],
    ['https://www.youtube.com/user/Name', 'a channel'],
    ['https://www.youtube.com/playlist?list=PL123', 'a playlist'],
    ['https://www.youtube.com/watch?list=PL123', 'a playlist'],
    ['https://www.youtube.com/embed/videoseries?list=PL123', 'a playlist'],
    ['https://www.youtube.com/embed/live_stream?channel=UC123', 'a channel'],
    ['https://www.youtube.com/results?search_query=tides', 'search results'],
    ['https://www.youtube.com/clip/UgkxAbC', 'a clip'],
    ['https://www.youtube.com/hashtag/tides', 'a list of videos'],
    ['https://www.youtube.com/feed/trending', 'a list of videos'],
    ['https://www.youtube.com/post/UgkxAbC', 'a post'],
    ['https://www.youtube.com/', 'home page'],
    ['https://youtu.be/', 'home page'],
    ['https://www.youtube.com/t/terms', 'a page of YouTube'],
  ])('names the target of %s', (address, words) => {
    expect(() => requireVideoId(new URL(address))).toThrow(
      expect.objectContaining({ code: 'url_invalid', message: expect.stringContaining(`${words}, not to a video`) }),
    )
  })

  it.each([
    'https://www.youtube.com/watch?v=short',
    'https://youtu.be/tooLongToBeAnId',
    'https://www.youtube.com/shorts/abc',
  ])('rejects the incomplete link %s', (address) => {
    expect(() => requireVideoId(new URL(address))).toThrow(
      expect.objectContaining({ code: 'url_invalid', message: expect.stringContaining('looks incomplete') }),
    )
  })
})
