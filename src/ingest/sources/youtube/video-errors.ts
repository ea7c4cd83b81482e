import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { UPLOAD_TRANSCRIPT } from '../../advice.ts'
import { tracksOf } from './caption-tracks.ts'
import type { PlayabilityStatus, PlayerResponse } from './player-response.ts'

type VideoErrorCode = Extract<ErrorCode, `video_${string}`>

const messages: Readonly<Record<VideoErrorCode, string>> = {
  video_private: `This video is private. If you can watch it, ${UPLOAD_TRANSCRIPT}`,
  video_members_only: `Only members of the channel, or people who paid, can watch this video. If you are one of them, ${UPLOAD_TRANSCRIPT}`,
  video_age_restricted: `YouTube shows this video to signed-in adults only, so we can’t read it. If you can watch it, ${UPLOAD_TRANSCRIPT}`,
  video_live: 'This video is live or still to come. Try again when it is over and YouTube has made captions for it.',
  video_no_captions:
    'This video has no captions, so there’s nothing to read. If you have its transcript or subtitles, upload them as a file.',
  video_needs_consent: `YouTube asks for consent to cookies before it shows this video, and we don’t give it for you. Open the video and ${UPLOAD_TRANSCRIPT}`,
  video_blocked: `YouTube isn’t letting us read this video at the moment: it asks us to prove that we are not a robot. Try again later, or ${UPLOAD_TRANSCRIPT}`,
  video_unavailable: `This video isn’t available: it was removed, or it isn’t shown where we are. Check the link. If you can watch it, ${UPLOAD_TRANSCRIPT}`,
}

/**
 * Errors by how specific they are about the video, most specific first. The clients of a chain fail in different ways, and
 * users should read what is wrong with the video rather than with our client.
 */
const bySpecificity: readonly ErrorCode[] = [
  'video_private',
  'video_members_only',
  'video_live',
  'video_age_restricted',
  'source_too_short',
  'video_no_captions',
  'video_unavailable',
  'video_needs_consent',
  'video_blocked',
]

/** Answers about the video that no other client will change. */
const final: ReadonlySet<ErrorCode> = new Set<VideoErrorCode>(['video_private', 'video_members_only', 'video_live'])

export const isFinal = (error: AppError): boolean => final.has(error.code)

/** @param detail YouTube's own reason, quoted in the message */
export function videoError(code: VideoErrorCode, detail = '', cause?: unknown): AppError {
  const quoted = detail
    .trim()
    .replace(/(?<![.\s])[.\s]+$/u, '')
    .slice(0, 200)
  const message = quoted === '' ? messages[code] : `${messages[code]} YouTube says: “${quoted}.”`
  return new AppError(code, message, { cause })
}

const rankOf = (error: AppError): number => {
  const rank = bySpecificity.indexOf(error.code)
  return rank === -1 ? bySpecificity.length : rank
}

/** The most specific error of a chain; the first of equals. */
export function mostSpecific(errors: readonly AppError[]): AppError {
  const [first = videoError('video_unavailable')] = errors.toSorted((one, other) => rankOf(one) - rankOf(other))
  return first
}

/**
 * Meanings of YouTube's messages in English, the language of requests; the first match counts. yt-dlp reports the same
 * messages.
 */
const reasons: readonly (readonly [RegExp, VideoErrorCode])[] = [
  [/not a bot|unusual traffic|too many requests|rate.?limited|\b429\b|try again later/iu, 'video_blocked'],
  [/\bprivate\b/iu, 'video_private'],
  [
    /\bmembers?\b|membership|requires payment|\bpurchase|\brent\b|(?:youtube|music) premium|premium (?:members?|video|content)|paid content|subscribers only/iu,
    'video_members_only',
  ],
  [/your age|age.?restrict|inappropriate|mature audience|viewer discretion/iu, 'video_age_restricted'],
  [
    /\b(?:is|goes?|currently) live\b|live event|will begin|\bpremieres?\b|live stream is offline|is upcoming/iu,
    'video_live',
  ],
  // About the client, not the video: another one may succeed.
  [
    /latest version of YouTube|not available on this (?:app|device)|update your app|use this feature/iu,
    'video_blocked',
  ],
  [/other websites|embedded|please sign in|sign in to (?:continue|view)|page needs to be reloaded/iu, 'video_blocked'],
  [
    /unavailable|not available|available in your|removed|terminated|copyright|no longer|deleted|doesn.t exist/iu,
    'video_unavailable',
  ],
]

/** Meaning of one of YouTube's messages; null if unknown. */
export function meaningOf(sentence: string): VideoErrorCode | null {
  return reasons.find(([pattern]) => pattern.test(sentence.slice(0, 2000)))?.[1] ?? null
}

/** Statuses that decide regardless of the message. */
const statuses: Readonly<Record<string, VideoErrorCode>> = {
  AGE_CHECK_REQUIRED: 'video_age_restricted',
  AGE_VERIFICATION_REQUIRED: 'video_age_restricted',
  CONTENT_CHECK_REQUIRED: 'video_age_restricted',
  LIVE_STREAM_OFFLINE: 'video_live',
}

const presentIn = (value: unknown): boolean => value !== undefined && value !== null

/** YouTube's reason: that of the status first, since error screens also contain general advice. */
function sentenceOf({ reason, messages, errorScreen }: PlayabilityStatus): string {
  const screen = errorScreen?.playerErrorMessageRenderer
  return reason || messages.join(' ') || screen?.reason || ''
}

function refusalOf(playability: PlayabilityStatus): VideoErrorCode {
  const { status, errorScreen } = playability
  const byStatus = statuses[status]
  if (byStatus !== undefined) return byStatus
  const meaning = meaningOf(sentenceOf(playability)) ?? meaningOf(playability.messages.join(' '))
  if (meaning !== null && meaning !== 'video_unavailable') return meaning
  if (presentIn(playability.desktopLegacyAgeGateReason)) return 'video_age_restricted'
  const offer = errorScreen?.playerLegacyDesktopYpcOfferRenderer
  if (presentIn(offer) || presentIn(errorScreen?.ypcTrailerRenderer)) return 'video_members_only'
  // The second line may be more specific than "unavailable".
  const below = meaningOf(errorScreen?.playerErrorMessageRenderer?.subreason ?? '')
  if (meaning !== null) return below ?? meaning
  return status === 'LOGIN_REQUIRED' ? 'video_blocked' : 'video_unavailable'
}

/** The error for a video that can't be read, by its player response; null if its captions can be requested. */
export function playabilityError(player: PlayerResponse): AppError | null {
  const { playabilityStatus, videoDetails } = player
  if (videoDetails?.isPrivate === true) return videoError('video_private')
  if (playabilityStatus.status !== 'OK') {
    const code = refusalOf(playabilityStatus)
    if (code !== 'video_unavailable') return videoError(code)
    return videoDetails?.isUpcoming === true
      ? videoError('video_live')
      : videoError('video_unavailable', sentenceOf(playabilityStatus))
  }
  if (videoDetails?.isLive === true || videoDetails?.isUpcoming === true) return videoError('video_live')
  return tracksOf(player).length === 0 ? videoError('video_no_captions') : null
}
