import { describe, expect, it } from 'vitest'
import { isVideoUrl, parseSourceUrl } from '../../../shared/source-url.ts'
import { parseVideoUrl, requireVideo } from './video-url.ts'

const ID = 'aB3_-xyZ019'

const forms: [string, number | null][] = [
  [`https://www.youtube.com/watch?v=${ID}`, null],
  [`http://youtube.com/watch?v=${ID}`, null],
  [`youtube.com/watch?v=${ID}`, null],
  [`https://m.youtube.com/watch?v=${ID}&feature=youtu.be`, null],
  [`https://music.youtube.com/watch?v=${ID}&list=RDAMVM${ID}`, null],
  [`https://www.youtubekids.com/watch?v=${ID}`, null],
  [`https://www.youtube.com/watch/?v=${ID}`, null],
  [`https://www.youtube.com/watch/${ID}`, null],
  [`https://www.youtube.com/?v=${ID}`, null],
  [`https://www.youtube.com/watch?list=PL123&index=4&v=${ID}`, null],
  [`https://www.youtube.com/watch?vi=${ID}`, null],
  [`https://www.youtube.com/watch_popup?v=${ID}`, null],
  [`https://youtu.be/${ID}`, null],
  [`https://www.youtu.be/${ID}/`, null],
  [`https://youtu.be/${ID}?si=abcdefgh`, null],
  [`https://youtu.be/${ID}?t=75`, 75],
  [`https://youtu.be/watch?v=${ID}`, null],
  [`https://youtu.be/${ID}&t=3`, null],
  [`https://www.youtube.com/watch?v=${ID}?t=12`, null],
  [`https://www.youtube.com/shorts/${ID}`, null],
  [`https://youtube.com/shorts/${ID}?feature=share`, null],
  [`https://www.youtube.com/live/${ID}?si=x&t=1h2m3s`, 3723],
  [`https://www.youtube.com/embed/${ID}?start=90&end=95`, 90],
  [`https://www.youtube.com/embed/videoseries?list=PL1&v=${ID}`, null],
  [`https://www.youtube-nocookie.com/embed/${ID}?rel=0`, null],
  [`https://www.youtube.com/v/${ID}?version=3`, null],
  [`https://www.youtube.com/e/${ID}`, null],
  [`https://www.youtube.com/vi/${ID}`, null],
  [`https://www.youtube.com/source/${ID}/shorts`, null],
  [`https://www.youtube.com/attribution_link?a=tolCzpA7CrY&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`, null],
  [`https://www.youtube.com/oembed?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&format=json`, null],
  [`https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}%26t%3D20s&gl=DE`, 20],
  [`https://www.youtube.com/watch?v=${ID}&t=1h2m3s`, 3723],
  [`https://www.youtube.com/watch?v=${ID}&t=2m`, 120],
  [`https://www.youtube.com/watch?v=${ID}&t=45s`, 45],
  [`https://www.youtube.com/watch?v=${ID}&t=1:02:03`, 3723],
  [`https://www.youtube.com/watch?v=${ID}&start=8`, 8],
  [`https://www.youtube.com/watch?v=${ID}#t=1m5s`, 65],
  [`https://www.youtube.com/watch?v=${ID}&t=soon`, null],
]

describe('parseVideoUrl', () => {
  it.each(forms)('finds the video of %s', (typed, startSeconds) => {
    const url = parseSourceUrl(typed)
    expect(isVideoUrl(url)).toBe(true)
    expect(parseVideoUrl(url)).toEqual({ id: ID, startSeconds })
  })

  it.each([
    `https://example.com/watch?v=${ID}`,
    `https://notyoutube.com/embed/${ID}`,
    `https://www.youtube.com/about?v2=${ID}`,
    `https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.com`,
  ])('finds none in %s', (address) => expect(parseVideoUrl(new URL(address))).toBeNull())

  it('unwraps only so often', () => {
    const wrap = (inner: string): string => `https://www.youtube.com/attribution_link?u=${encodeURIComponent(inner)}`
    const video = `https://www.youtube.com/watch?v=${ID}`
    expect(parseVideoUrl(new URL(wrap(wrap(video))))?.id).toBe(ID)
    expect(parseVideoUrl(new URL(wrap(wrap(wrap(wrap(video))))))).toBeNull()
  })
})

describe('requireVideo', () => {
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
  ])('says what %s leads to', (address, words) => {
    expect(() => requireVideo(new URL(address))).toThrow(
      expect.objectContaining({ code: 'url_invalid', message: expect.stringContaining(`${words}, not to a video`) }),
    )
  })

  it.each([
    'https://www.youtube.com/watch?v=short',
    'https://youtu.be/tooLongToBeAnId',
    'https://www.youtube.com/shorts/abc',
  ])('says that %s is not whole', (address) => {
    expect(() => requireVideo(new URL(address))).toThrow(
      expect.objectContaining({ code: 'url_invalid', message: expect.stringContaining('not whole') }),
    )
  })
})
