import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { UPLOAD_TRANSCRIPT } from '../../advice.ts'

/** What a video can be instead of readable. */
export type VideoErrorCode = Extract<ErrorCode, `video_${string}`>

const messages: Readonly<Record<VideoErrorCode, string>> = {
  video_private: `This video is private. If you can watch it, ${UPLOAD_TRANSCRIPT}`,
  video_members_only: `Only members of the channel, or people who paid, can watch this video. If you are one of them, ${UPLOAD_TRANSCRIPT}`,
  video_age_restricted: `YouTube shows this video to signed-in adults only, so we can’t read it. If you can watch it, ${UPLOAD_TRANSCRIPT}`,
  video_live: 'This video is live or still to come. Try again when it is over and YouTube has made captions for it.',
  video_no_captions:
    'This video has no captions, so there’s nothing to read. If you have its transcript, upload it as a PDF or Word file.',
  video_needs_consent: `YouTube asks for consent to cookies before it shows this video, and we don’t give it for you. Open the video and ${UPLOAD_TRANSCRIPT}`,
  video_blocked: `YouTube isn’t letting us read this video at the moment: it asks us to prove that we are not a robot. Try again later, or ${UPLOAD_TRANSCRIPT}`,
  video_unavailable: `This video isn’t available: it was removed, or it isn’t shown where we are. Check the link. If you can watch it, ${UPLOAD_TRANSCRIPT}`,
}

/**
 * How much an answer says about the video itself, most first. The clients of a chain fail in different ways, and a
 * person should read what is wrong with the video, not with our way of asking.
 */
const telling: readonly ErrorCode[] = [
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

/** @param detail a sentence of YouTube's own about why, quoted in the message */
export function videoError(code: VideoErrorCode, detail = '', cause?: unknown): AppError {
  const quoted = detail
    .trim()
    .replace(/[.\s]+$/u, '')
    .slice(0, 200)
  const message = quoted === '' ? messages[code] : `${messages[code]} YouTube says: “${quoted}.”`
  return new AppError(code, message, { cause })
}

const rankOf = (error: AppError): number => {
  const rank = telling.findIndex((code) => code === error.code)
  return rank === -1 ? telling.length : rank
}

/** The most telling of what the links of a chain answered; the first of equals. */
export function mostTelling(errors: readonly AppError[]): AppError {
  const [first, ...others] = errors
  if (first === undefined) return videoError('video_unavailable')
  return others.reduce((best, error) => (rankOf(error) < rankOf(best) ? error : best), first)
}
