import type { AppError } from '../../../shared/errors.ts'
import type { PlayabilityStatus, PlayerResponse } from './player.ts'
import { tracksOf } from './tracks.ts'
import { type VideoErrorCode, videoError } from './video-errors.ts'

/**
 * What YouTube's sentences mean, in the English that requests ask for; the first match counts. yt-dlp passes the same
 * sentences on.
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
  // Said of a client, not of the video: another one may be let in.
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

/** What a sentence of YouTube's means; null where it is not known. */
export function meaningOf(sentence: string): VideoErrorCode | null {
  return reasons.find(([pattern]) => pattern.test(sentence.slice(0, 2000)))?.[1] ?? null
}

/** What a status means by itself, whatever the sentence. */
const statuses: Readonly<Record<string, VideoErrorCode>> = {
  AGE_CHECK_REQUIRED: 'video_age_restricted',
  AGE_VERIFICATION_REQUIRED: 'video_age_restricted',
  CONTENT_CHECK_REQUIRED: 'video_age_restricted',
  LIVE_STREAM_OFFLINE: 'video_live',
}

const presentIn = (value: unknown): boolean => value !== undefined && value !== null

/** The sentence that says why: that of the status first, since error screens also carry general advice. */
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
  // The sentence below says more where the one above only says that it can't be seen.
  const below = meaningOf(errorScreen?.playerErrorMessageRenderer?.subreason ?? '')
  if (meaning !== null) return below ?? meaning
  return status === 'LOGIN_REQUIRED' ? 'video_blocked' : 'video_unavailable'
}

/** Why a video can't be read, from what the player is told; null where its captions can be asked for. */
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
