import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  consentPage,
  json3Captions,
  type PlayerOptions,
  playerAnswer,
  robotPage,
  watchPage,
} from '../../../../tests/standins/youtube/answers.ts'
import type { Scenario } from '../../../../tests/standins/youtube/server.ts'
import {
  english,
  openVideoSite,
  readable,
  readUrl,
  tideCaptions,
  toldPlayer,
  VIDEO_ID,
  type VideoSite,
} from '../../../../tests/support/video-site.ts'

let site: VideoSite

beforeAll(async () => {
  site = await openVideoSite()
})
afterAll(() => site.close())

/** Every client, and the page, are told the same. */
const everywhere = (options: Omit<PlayerOptions, 'videoId'>): Scenario => ({
  player: () => toldPlayer(options),
  page: () => ({ body: watchPage(playerAnswer({ videoId: VIDEO_ID, ...options })) }),
  captions: tideCaptions,
})

const outcomes: [name: string, scenario: Scenario, code: string, words: RegExp][] = [
  [
    'a robot check',
    everywhere({ status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' }),
    'video_blocked',
    /isn’t letting us.+Try again later, or upload its transcript/u,
  ],
  [
    'too many requests',
    { player: () => ({ status: 429 }), page: () => ({ status: 429, body: robotPage }) },
    'video_blocked',
    /upload its transcript as a PDF or Word file/u,
  ],
  [
    'captions kept for proven players',
    everywhere({ tracks: [{ ...english, query: '&exp=xpe' }] }),
    'video_blocked',
    /upload its transcript/u,
  ],
  ['no captions', everywhere({}), 'video_no_captions', /has no captions.+upload it as a PDF or Word file/u],
  ['captions without a word', everywhere({ tracks: [english] }), 'video_no_captions', /has no captions/u],
  [
    'a private video',
    everywhere({ status: 'LOGIN_REQUIRED', reason: 'This video is private' }),
    'video_private',
    /is private.+upload its transcript/u,
  ],
  [
    'an age limit',
    everywhere({ status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm your age' }),
    'video_age_restricted',
    /signed-in adults.+upload its transcript/u,
  ],
  [
    'a video for members',
    everywhere({
      status: 'UNPLAYABLE',
      reason: 'Join this channel to get access to members-only content like this video',
    }),
    'video_members_only',
    /Only members.+upload its transcript/u,
  ],
  [
    'a live video',
    everywhere({ tracks: [english], details: { isLive: true } }),
    'video_live',
    /is live or still to come\. Try again when it is over/u,
  ],
  [
    'a premiere',
    everywhere({ status: 'LIVE_STREAM_OFFLINE', reason: 'Premieres in 2 hours' }),
    'video_live',
    /Try again when it is over/u,
  ],
  [
    'a video that was removed',
    everywhere({ status: 'ERROR', reason: 'This video has been removed by the uploader' }),
    'video_unavailable',
    /isn’t available.+“This video has been removed by the uploader\.”/u,
  ],
  [
    'a video of another country',
    everywhere({ status: 'UNPLAYABLE', reason: 'The uploader has not made this video available in your country' }),
    'video_unavailable',
    /isn’t available.+country/u,
  ],
  [
    'a consent page',
    { page: () => ({ body: consentPage }) },
    'video_needs_consent',
    /asks for consent.+upload its transcript/u,
  ],
  [
    'a redirect to the consent page',
    { page: () => ({ status: 302, location: 'https://consent.youtube.com/m?continue=x' }) },
    'video_needs_consent',
    /asks for consent/u,
  ],
]

describe('a video that can’t be read', () => {
  it.each(outcomes)('says what to do about %s', async (name, scenario, code, words) => {
    const silent = name === 'captions without a word'
    const kept = name.startsWith('captions kept')
    const body = silent ? json3Captions([]) : ''
    const { ingest } = site.answers(silent || kept ? { ...scenario, captions: () => ({ body }) } : scenario)
    await expect(readUrl(ingest)).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
  })

  it('is told by the answer that says most about it', async () => {
    const answers: Record<string, ReturnType<typeof toldPlayer>> = {
      ANDROID: toldPlayer({ status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' }),
      IOS: toldPlayer({ status: 'UNPLAYABLE', reason: 'This video is not available' }),
      ANDROID_VR: toldPlayer({ status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm your age' }),
      WEB_EMBEDDED_PLAYER: toldPlayer({ status: 'ERROR', reason: 'Video unavailable' }),
    }
    const { ingest } = site.answers({ player: (client) => answers[client], page: () => ({ body: consentPage }) })
    await expect(readUrl(ingest)).rejects.toMatchObject({ code: 'video_age_restricted' })
  })

  it('is not asked for again where the first answer settles it', async () => {
    const { ingest, standIn } = site.answers(everywhere({ status: 'LOGIN_REQUIRED', reason: 'This video is private' }))
    await expect(readUrl(ingest)).rejects.toMatchObject({ code: 'video_private' })
    expect(standIn.requests).toHaveLength(1)
  })

  it('may hold too little, or stand behind a server that fails or is gone', async () => {
    const few = site.answers({ ...readable, captions: () => ({ body: json3Captions([[0, 2, 'Hello there.']]) }) })
    await expect(readUrl(few.ingest)).rejects.toMatchObject({ code: 'source_too_short' })
    await expect(readUrl(few.ingest, undefined, { minWords: 1 })).resolves.toMatchObject({ words: 2 })
    const failing = site.answers({ player: () => ({ status: 503 }), page: () => ({ status: 503 }) })
    await expect(readUrl(failing.ingest)).rejects.toMatchObject({
      code: 'source_unreachable',
      message: expect.stringContaining('503'),
    })
    const gone = await openVideoSite()
    await gone.standIn.close()
    await expect(readUrl(gone.ingest)).rejects.toMatchObject({ code: 'source_unreachable' })
    await gone.ingest.close()
  })

  it('may be none at all', async () => {
    const { ingest, standIn } = site.answers(readable)
    await expect(readUrl(ingest, 'https://www.youtube.com/@shore')).rejects.toMatchObject({
      code: 'url_invalid',
      message: expect.stringContaining('leads to a channel, not to a video'),
    })
    expect(standIn.requests).toEqual([])
  })
})
