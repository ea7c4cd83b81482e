import { z } from 'zod'

const run = z.object({ text: z.string() })
/** Text as YouTube writes it: whole, or in runs. */
const textSchema = z
  .object({ simpleText: z.string().optional().catch(undefined), runs: z.array(run).optional().catch(undefined) })
  .transform(({ simpleText, runs }) => simpleText ?? runs?.map(({ text }) => text).join('') ?? '')

const text = textSchema.catch('')
const word = z.string().catch('')
const flag = z.boolean().catch(false)
const count = z.coerce.number().min(0).catch(0)
const index = z.int().min(0).nullable().catch(null)

const thumbnails = z
  .object({ thumbnails: z.array(z.object({ url: z.string(), width: count, height: count })).max(100) })
  .transform((list) => list.thumbnails)
  .catch([])

/** A part that may be missing or malformed without taking the rest of the answer with it. */
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
 * Reads the answer of the player endpoint (or the one inside a watch page, or inside an answer for shorts).
 *
 * @returns null where the value is no such answer
 */
export function readPlayerResponse(value: unknown): PlayerResponse | null {
  const wrapped = z.object({ playerResponse: z.unknown() }).safeParse(value)
  const inner = wrapped.success && wrapped.data.playerResponse !== undefined ? wrapped.data.playerResponse : value
  const parsed = playerSchema.safeParse(inner)
  return parsed.success ? parsed.data : null
}

/** The facts that the pages for search engines know and apps don't: above all the date. */
export const microformatOf = (player: PlayerResponse): Microformat | null =>
  player.microformat?.playerMicroformatRenderer ?? null

/** The list of caption tracks; null where the video has none. */
export const tracklistOf = (player: PlayerResponse): CaptionTracklist | null =>
  player.captions?.playerCaptionsTracklistRenderer ?? null
