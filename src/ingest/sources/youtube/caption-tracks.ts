import { z } from 'zod'
import type { CaptionTracklist, PlayerResponse, VideoFacts } from './player-response.ts'

/** The list of caption tracks; null if the video has none. */
const tracklistOf = (player: PlayerResponse): CaptionTracklist | null =>
  player.captions?.playerCaptionsTracklistRenderer ?? null

/** Caption tracks of a video, best first and never empty, and facts about it. */
export interface FoundVideo {
  facts: VideoFacts
  tracks: readonly CaptionTrack[]
}

/** Origin of captions: written by a human, speech recognition, or a machine translation of either. */
type TrackKind = 'manual' | 'asr' | 'translation'

export interface CaptionTrack {
  /** BCP 47 tag. */
  languageCode: string
  kind: TrackKind
  /** "English (auto-generated)". */
  name: string
  /** YouTube's id of the track: ".en", "a.en". */
  vssId: string
  isTranslatable: boolean
  url: string
}

/** Descriptions of tracks for users. */
export const trackLabels: Readonly<Record<TrackKind, string>> = {
  manual: 'captions by the author',
  asr: 'automatic captions',
  translation: 'automatic translation',
}

const parametersOf = (url: string): URLSearchParams =>
  URL.parse(url, 'https://www.youtube.com')?.searchParams ?? new URLSearchParams()

function kindOf(kind: string, vssId: string, url: string): TrackKind {
  if (parametersOf(url).get('tlang')) return 'translation'
  return kind === 'asr' || vssId.startsWith('a.') ? 'asr' : 'manual'
}

/** The caption tracks of a video, as listed. */
export function tracksOf(player: PlayerResponse): CaptionTrack[] {
  return (tracklistOf(player)?.captionTracks ?? []).map((track) => ({
    languageCode: track.languageCode,
    name: track.name,
    vssId: track.vssId,
    isTranslatable: track.isTranslatable,
    kind: kindOf(track.kind, track.vssId, track.baseUrl),
    url: track.baseUrl,
  }))
}

/**
 * Whether YouTube returns the captions only with a proof of origin, and an empty response otherwise, by the `exp`
 * parameter of the URL (as in yt-dlp, extractor/youtube, `requires_pot`).
 */
export function needsProof(track: CaptionTrack): boolean {
  const parameters = parametersOf(track.url)
  const experiments = parameters.getAll('exp').flatMap((value) => value.split(','))
  return !parameters.has('pot') && experiments.some((name) => name === 'xpe' || name === 'xpv')
}

/** The first subtag, without region and script. */
const primaryLanguage = (tag: string): string => (tag.split('-')[0] ?? '').toLowerCase()

/** The original audio track, not a dubbed one: YouTube marks it by the number after its language ("en.4"). */
const ORIGINAL_AUDIO = '.4'

function audioLanguage(list: CaptionTracklist): string | null {
  const named = list.audioTracks.filter((track) => track.audioTrackId !== '')
  const original = named.find((track) => track.audioTrackId.endsWith(ORIGINAL_AUDIO))
  const chosen = original ?? (named.length === 1 ? named[0] : undefined)
  return chosen?.audioTrackId.split('.')[0] ?? null
}

function defaultTrack(list: CaptionTracklist): CaptionTracklist['captionTracks'][number] | undefined {
  const audio = list.audioTracks[list.defaultAudioTrackIndex ?? 0] ?? list.audioTracks[0]
  return list.captionTracks[audio?.defaultCaptionTrackIndex ?? -1]
}

/**
 * The language spoken in a video: that of its original audio, else the one that speech recognition detected, else that of
 * the default captions, else the only one; null if unknown.
 */
export function spokenLanguage(player: PlayerResponse): string | null {
  const list = tracklistOf(player)
  if (list === null) return null
  const tracks = tracksOf(player)
  const recognized = new Set(tracks.filter((track) => track.kind === 'asr').map((track) => track.languageCode))
  const languages = new Set(tracks.map((track) => track.languageCode))
  const [heard] = recognized.size === 1 ? recognized : []
  const [only] = languages.size === 1 ? languages : []
  return audioLanguage(list) ?? heard ?? defaultTrack(list)?.languageCode ?? only ?? null
}

const kindOrder: Readonly<Record<TrackKind, number>> = { manual: 0, asr: 1, translation: 2 }

/** Distance of a track from the spoken language: 0 the same tag, 1 the same language, 2 another one. */
function distance(track: CaptionTrack, spoken: string | null): number {
  if (spoken === null) return 1
  if (track.languageCode.toLowerCase() === spoken.toLowerCase()) return 0
  return primaryLanguage(track.languageCode) === primaryLanguage(spoken) ? 1 : 2
}

/**
 * Sorts tracks by preference: the video's own language, written by a human, then automatic; then other languages, written
 * by a human (English first), then automatic; machine translations last.
 */
export function rankTracks(tracks: readonly CaptionTrack[], spoken: string | null): CaptionTrack[] {
  const rankOf = (track: CaptionTrack): number => {
    const far = distance(track, spoken)
    const foreign = far === 2
    const english = primaryLanguage(track.languageCode) === 'en'
    // One digit for each criterion, the most important first.
    const digits = [
      track.kind === 'translation' ? 1 : 0,
      foreign ? 1 : 0,
      kindOrder[track.kind],
      foreign && !english ? 1 : 0,
      far,
      // A named track is a variant: commentary, hard of hearing, a sponsor's.
      track.kind === 'manual' && track.vssId.split('.').length > 2 ? 1 : 0,
    ]
    return Number(digits.join(''))
  }
  return tracks.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** A list of captions in yt-dlp's output. */
const listed = z.record(
  z.string(),
  z.array(z.object({ ext: z.string().catch(''), url: z.string(), name: z.string().catch('') })).catch([]),
)

/** Reads one of the two lists of captions in yt-dlp's output, which marks the spoken language with "-orig". */
export function readListedTracks(value: unknown, kind: 'manual' | 'asr'): CaptionTrack[] {
  return Object.entries(listed.safeParse(value).data ?? {}).flatMap(([tag, formats]) => {
    const format = formats.find((entry) => entry.ext === 'json3') ?? formats.find((entry) => entry.ext === 'vtt')
    // "live_chat" is a list of messages, not captions.
    if (format === undefined || tag === 'live_chat') return []
    const languageCode = tag.replace(/-orig$/u, '')
    const vssId = `${kind === 'asr' ? 'a' : ''}.${languageCode}`
    const { name, url } = format
    return [{ languageCode, kind: kindOf(kind, vssId, url), name, vssId, isTranslatable: false, url }]
  })
}
