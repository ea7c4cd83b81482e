import { z } from 'zod'
import { foldText } from '../../formats/clean-text.ts'
import { type Chapter, chaptersOfDescription, textSchema } from './chapters.ts'

const text = textSchema.catch('')
const word = z.string().catch('')
const flag = z.boolean().catch(false)
const count = z.coerce.number().min(0).catch(0)
const index = z.int().min(0).nullable().catch(null)

const thumbnails = z
  .object({ thumbnails: z.array(z.object({ url: z.string(), width: count, height: count })).max(100) })
  .transform((list) => list.thumbnails)
  .catch([])

/** A part that may be missing or malformed without invalidating the response. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullable().catch(null).default(null)

const MAX_TRACKS = 500

const captionTrack = z.object({
  baseUrl: z.string().min(1),
  name: text,
  vssId: word,
  languageCode: word,
  kind: word,
  isTranslatable: flag,
})

const audioTrack = z.object({ audioTrackId: word, defaultCaptionTrackIndex: index })

const tracklist = z.object({
  captionTracks: z.array(captionTrack).max(MAX_TRACKS).catch([]),
  audioTracks: z.array(audioTrack).max(MAX_TRACKS).catch([]),
  defaultAudioTrackIndex: index,
})

const errorMessage = z.object({ reason: text, subreason: text })

const playability = z.object({
  status: word,
  reason: word,
  messages: z.array(z.string()).max(20).catch([]),
  desktopLegacyAgeGateReason: z.unknown().optional(),
  errorScreen: optional(
    z.object({
      playerErrorMessageRenderer: optional(errorMessage),
      playerLegacyDesktopYpcOfferRenderer: optional(z.object({ offerId: word })),
      ypcTrailerRenderer: z.unknown().optional(),
    }),
  ),
})

const details = z.object({
  videoId: word,
  title: word,
  author: word,
  lengthSeconds: count,
  shortDescription: word,
  thumbnail: thumbnails,
  isLive: flag,
  isUpcoming: flag,
  isPrivate: flag,
})

const microformat = z.object({
  publishDate: word,
  uploadDate: word,
  lengthSeconds: count,
  thumbnail: thumbnails,
  title: text,
  description: text,
  ownerChannelName: word,
})

const playerSchema = z.object({
  playabilityStatus: playability,
  videoDetails: optional(details),
  captions: optional(z.object({ playerCaptionsTracklistRenderer: optional(tracklist) })),
  microformat: optional(z.object({ playerMicroformatRenderer: optional(microformat) })),
  responseContext: optional(z.object({ visitorData: word })),
})

/** The parts of YouTube's player response that we use. */
export type PlayerResponse = z.output<typeof playerSchema>
type Microformat = z.output<typeof microformat>
export type CaptionTracklist = z.output<typeof tracklist>
export type PlayabilityStatus = z.output<typeof playability>

/**
 * Reads a response of the player endpoint (or the one inside a watch page, or inside a response for shorts).
 *
 * @returns null if the value is not one
 */
export function readPlayerResponse(value: unknown): PlayerResponse | null {
  const wrapped = z.object({ playerResponse: z.unknown() }).safeParse(value).data?.playerResponse
  return playerSchema.safeParse(wrapped === undefined ? value : wrapped).data ?? null
}

/** Metadata for search engines, which apps don't get: above all the date. */
const microformatOf = (player: PlayerResponse): Microformat | null =>
  player.microformat?.playerMicroformatRenderer ?? null

/** A picture of a video; width and height are 0 if unknown. */
interface Thumbnail {
  url: string
  width: number
  height: number
}

/** Facts about a video besides its captions; empty, null or 0 if unknown. */
export interface VideoFacts {
  title: string
  channel: string
  description: string
  durationSeconds: number
  thumbnails: readonly Thumbnail[]
  /** ISO 8601 date or date-time. */
  publishedAt: string | null
  chapters: readonly Chapter[]
}

export const noFacts: VideoFacts = {
  title: '',
  channel: '',
  description: '',
  durationSeconds: 0,
  thumbnails: [],
  publishedAt: null,
  chapters: [],
}

/** A date or date-time in ISO 8601 form; null for anything else. */
export function isoDate(text: string): string | null {
  const compact = /^(\d{4})(\d{2})(\d{2})$/u.exec(text)
  const date = compact === null ? text : compact.slice(1).join('-')
  return /^\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,15}(?:Z|[+-]\d{2}:?\d{2})?)?$/u.test(date) && !Number.isNaN(Date.parse(date))
    ? date
    : null
}

/** The largest picture with an HTTPS URL, or null. */
export function bestThumbnail(thumbnails: readonly Thumbnail[]): string | null {
  const secure = thumbnails.flatMap((thumbnail) => {
    const url = URL.parse(thumbnail.url, 'https://i.ytimg.com')
    return url?.protocol === 'https:' ? [{ href: url.href, area: thumbnail.width * thumbnail.height }] : []
  })
  return secure.reduce((best, one) => (one.area > best.area ? one : best), { href: '', area: -1 }).href || null
}

export function factsOfPlayer(player: PlayerResponse): VideoFacts {
  const { videoDetails: details } = player
  const page = microformatOf(player)
  return {
    title: foldText(details?.title || page?.title || ''),
    channel: foldText(details?.author || page?.ownerChannelName || ''),
    description: details?.shortDescription || page?.description || '',
    durationSeconds: details?.lengthSeconds || page?.lengthSeconds || 0,
    thumbnails: [...(details?.thumbnail ?? []), ...(page?.thumbnail ?? [])],
    publishedAt: isoDate(page?.publishDate ?? '') ?? isoDate(page?.uploadDate ?? ''),
    chapters: [],
  }
}

/** The first facts, completed by the second. */
export function mergeFacts(first: VideoFacts, second: VideoFacts): VideoFacts {
  return {
    title: first.title || second.title,
    channel: first.channel || second.channel,
    description: first.description || second.description,
    durationSeconds: first.durationSeconds || second.durationSeconds,
    thumbnails: [...first.thumbnails, ...second.thumbnails],
    publishedAt: first.publishedAt ?? second.publishedAt,
    chapters: first.chapters.length > 0 ? first.chapters : second.chapters,
  }
}

/** The chapters of a video: the author's in the description, or else those of the page. */
export function chaptersOf(facts: VideoFacts): readonly Chapter[] {
  const described = chaptersOfDescription(facts.description, facts.durationSeconds)
  return described.length > 0 ? described : facts.chapters
}
