import { describe, expect, it } from 'vitest'
import {
  consentPage,
  json3Captions,
  type PlayerOptions,
  playerAnswer,
  robotPage,
  watchPage,
} from '../../../../tests/standins/youtube/answers.ts'
import type { Scenario } from '../../../../tests/standins/youtube/server.ts'
import { forSuite } from '../../../../tests/support/suite.ts'
import {
  english,
  openVideoSite,
  readable,
  readUrl,
  requestedPlayer,
  tideCaptions,
  VIDEO_ID,
} from '../../../../tests/support/video-site.ts'
import { readPlayerResponse } from './player-response.ts'
import { playabilityError } from './video-errors.ts'

const site = forSuite(openVideoSite)

/** Every client, and the page, get the same response. */
const everywhere = (options: Omit<PlayerOptions, 'videoId'>): Scenario => ({
  player: () => requestedPlayer(options),
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
    /upload its transcript or subtitles as a file/u,
  ],
  [
    'captions kept for proven players',
    everywhere({ tracks: [{ ...english, query: '&exp=xpe' }] }),
    'video_blocked',
    /upload its transcript/u,
  ],
  ['no captions', everywhere({}), 'video_no_captions', /has no captions.+upload them as a file/u],
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
  it.each(outcomes)('gives advice for %s', async (name, scenario, code, words) => {
    const silent = name === 'captions without a word'
    const kept = name.startsWith('captions kept')
    const body = silent ? json3Captions([]) : ''
    const { ingest } = site.answers(silent || kept ? { ...scenario, captions: () => ({ body }) } : scenario)
    await expect(readUrl(ingest)).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
  })

  it('is the most specific one', async () => {
    const answers: Record<string, ReturnType<typeof requestedPlayer>> = {
      ANDROID: requestedPlayer({ status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm you’re not a bot' }),
      IOS: requestedPlayer({ status: 'UNPLAYABLE', reason: 'This video is not available' }),
      ANDROID_VR: requestedPlayer({ status: 'LOGIN_REQUIRED', reason: 'Sign in to confirm your age' }),
      WEB_EMBEDDED_PLAYER: requestedPlayer({ status: 'ERROR', reason: 'Video unavailable' }),
    }
    const { ingest } = site.answers({ player: (client) => answers[client], page: () => ({ body: consentPage }) })
    await expect(readUrl(ingest)).rejects.toMatchObject({ code: 'video_age_restricted' })
  })

  it('stops after a final answer', async () => {
    const { ingest, standIn } = site.answers(everywhere({ status: 'LOGIN_REQUIRED', reason: 'This video is private' }))
    await expect(readUrl(ingest)).rejects.toMatchObject({ code: 'video_private' })
    expect(standIn.requests).toHaveLength(1)
  })

  it('reports too little speech and server errors', async () => {
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
})

function codeOf(options: Omit<PlayerOptions, 'videoId'>, change: (text: string) => string = (text) => text): string {
  const player = readPlayerResponse(
    JSON.parse(change(JSON.stringify(playerAnswer({ videoId: 'aaaaaaaaaaa', ...options })))),
  )
  if (player === null) throw new Error('no player answer')
  return playabilityError(player)?.code ?? 'OK'
}

/** Beside those of `outcomes`. */
const refused: [status: string, reason: string, code: string][] = [
  ['LOGIN_REQUIRED', "Sign in to confirm you're not a bot", 'video_blocked'],
  ['LOGIN_REQUIRED', 'Please sign in', 'video_blocked'],
  ['LOGIN_REQUIRED', 'Bitte melde dich an', 'video_blocked'],
  [
    'UNPLAYABLE',
    'This content isn’t available, try again later. The current session has been rate-limited by YouTube.',
    'video_blocked',
  ],
  [
    'UNPLAYABLE',
    'The following content is not available on this app. Watch on the latest version of YouTube.',
    'video_blocked',
  ],
  ['UNPLAYABLE', 'Playback on other websites has been disabled by the video owner', 'video_blocked'],
  ['LOGIN_REQUIRED', 'This is a private video. Please sign in to verify that you may see it.', 'video_private'],
  ['ERROR', 'Private video', 'video_private'],
  ['LOGIN_REQUIRED', 'This video may be inappropriate for some users.', 'video_age_restricted'],
  ['UNPLAYABLE', 'This video is age-restricted and only available on YouTube.', 'video_age_restricted'],
  ['AGE_VERIFICATION_REQUIRED', 'Bevestig je leeftijd', 'video_age_restricted'],
  ['AGE_CHECK_REQUIRED', '', 'video_age_restricted'],
  ['CONTENT_CHECK_REQUIRED', 'The following content has been identified by the community', 'video_age_restricted'],
  [
    'UNPLAYABLE',
    'Join this channel to get access to members-only content like this video, and other exclusive perks.',
    'video_members_only',
  ],
  [
    'UNPLAYABLE',
    "This video is available to this channel's members on level: Gold (or any higher level).",
    'video_members_only',
  ],
  ['UNPLAYABLE', 'This video requires payment to watch.', 'video_members_only'],
  ['UNPLAYABLE', 'This video is only available to Music Premium members', 'video_members_only'],
  ['LIVE_STREAM_OFFLINE', 'This live event will begin in 3 days.', 'video_live'],
  ['LIVE_STREAM_OFFLINE', 'Premieres in 21 hours', 'video_live'],
  ['UNPLAYABLE', 'Premieres in 21 hours', 'video_live'],
  ['ERROR', 'Video unavailable', 'video_unavailable'],
  ['ERROR', 'This video is unavailable', 'video_unavailable'],
  [
    'ERROR',
    'This video is no longer available because the YouTube account associated with it has been terminated.',
    'video_unavailable',
  ],
  ['UNPLAYABLE', 'This video is not available', 'video_unavailable'],
  ['UNPLAYABLE', 'This live stream recording is not available.', 'video_unavailable'],
  [
    'ERROR',
    'Video unavailable. This video contains content from Premium Sounds, who has blocked it',
    'video_unavailable',
  ],
  ['SOMETHING_NEW', 'A reason nobody knows', 'video_unavailable'],
]

describe('playabilityError', () => {
  it.each(refused)('%s, “%s”: %s', (status, reason, code) => expect(codeOf({ status, reason })).toBe(code))

  it('uses the second line if the first only reports an unavailable video', () => {
    const reason = 'Video unavailable'
    expect(codeOf({ status: 'ERROR', reason, subreason: 'This video is private' })).toBe('video_private')
    expect(
      codeOf({ status: 'ERROR', reason, subreason: 'This video contains content from someone, who has blocked it' }),
    ).toBe('video_unavailable')
  })

  it("prefers the status's reason to the screen's", () => {
    const change = (text: string): string =>
      text.replace('"reason":{"simpleText":"Withheld"', '"reason":{"simpleText":"Sign in to confirm you’re not a bot"')
    expect(codeOf({ status: 'CUSTOM', reason: 'Withheld' }, change)).toBe('video_unavailable')
  })

  it('reads messages and flags without a reason', () => {
    const marked =
      (mark: string) =>
      (text: string): string =>
        text.replace('"status":"LOGIN_REQUIRED"', `"status":"LOGIN_REQUIRED",${mark}`)
    expect(codeOf({ status: 'LOGIN_REQUIRED' }, marked('"messages":["This is a private video."]'))).toBe(
      'video_private',
    )
    expect(codeOf({ status: 'LOGIN_REQUIRED' }, marked('"desktopLegacyAgeGateReason":1'))).toBe('video_age_restricted')
    expect(
      codeOf(
        { status: 'LOGIN_REQUIRED' },
        marked('"errorScreen":{"playerLegacyDesktopYpcOfferRenderer":{"offerId":"sponsors_only_video"}}'),
      ),
    ).toBe('video_members_only')
    expect(codeOf({ status: 'LOGIN_REQUIRED' })).toBe('video_blocked')
  })

  it('recognizes live, upcoming and private videos by their details', () => {
    const tracks = [{ languageCode: 'en' }]
    expect(codeOf({ tracks, details: { isUpcoming: true } })).toBe('video_live')
    expect(codeOf({ status: 'ERROR', reason: 'Video unavailable', details: { isUpcoming: true } })).toBe('video_live')
    expect(codeOf({ status: 'ERROR', reason: 'Video unavailable', details: { isPrivate: true } })).toBe('video_private')
    expect(codeOf({ tracks, details: { isLiveContent: true } })).toBe('OK')
  })
})
