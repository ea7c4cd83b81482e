import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import { type PackedDocument, packDocument, unpackDocument } from '../../../threads/packed-document.ts'
import type { FetchConfig, FetchLimits } from '../../net/dispatcher.ts'
import { createPageFetcher } from '../../net/fetch-page.ts'
import { type Parser, type ReadSettings, withSettings } from '../../parsing/parse-task.ts'
import { inTemporaryFolder } from '../../temporary-folder.ts'
import type { RecordingReader } from '../recording.ts'
import {
  type CaptionTrack,
  type FoundVideo,
  needsProof,
  rankTracks,
  spokenLanguage,
  tracksOf,
} from './caption-tracks.ts'
import { factsOfPlayer, mergeFacts, noFacts, type PlayerResponse, type VideoFacts } from './player-response.ts'
import { describeVideo, isTruncated } from './read-captions.ts'
import { askPlayer, fetchCaptions, fetchWatchPage, playerClients, type Wire } from './requests.ts'
import { isFinal, mostSpecific, playabilityError, videoError } from './video-errors.ts'
import { requireVideoId } from './video-url.ts'
import { askYtDlp, fetchSound, type YtDlpConfig } from './yt-dlp.ts'

interface VideoDeps extends Omit<Wire, 'signal'> {
  parser: Parser
  /** Null if not configured. */
  ytDlp: YtDlpConfig | null
  /** Null if recordings aren't transcribed. */
  recordings: RecordingReader | null
}

type Reading = VideoDeps & Wire

interface TranscriptInput {
  videoId: string
  /** Best first. */
  tracks: readonly CaptionTrack[]
  /** Facts about the video; may still be loading while captions are fetched. */
  facts: Promise<VideoFacts>
}

/** Maximum number of tracks that are tried before the next link. */
const MAX_TRACKS_TRIED = 3

/** The better of two transcripts: a complete one, or else the longer one, or else the first. */
function betterOf(one: PackedDocument | null, other: PackedDocument): PackedDocument {
  if (one === null) return other
  if (isTruncated(one) !== isTruncated(other)) return isTruncated(one) ? other : one
  return other.words > one.words ? other : one
}

/** Reads a track as json3, which times words, or else in the format of its URL. */
async function readTrack(reading: Reading, { videoId, facts }: TranscriptInput, track: CaptionTrack) {
  const readAs = async (format: 'json3' | null): Promise<PackedDocument> => {
    const bytes = await fetchCaptions(reading, track.url, format)
    const { parser, signal } = reading
    return await parser.parse({ kind: 'captions', videoId, track, bytes, facts: await facts }, signal)
  }
  try {
    return await readAs('json3')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'source_damaged') throw error
    return await readAs(null)
  }
}

/** Reads the best track that is complete, or else the longest one. Throws AppError if none can be read. */
async function readTranscript(reading: Reading, input: TranscriptInput): Promise<PackedDocument> {
  let best: PackedDocument | null = null
  const errors: AppError[] = []
  for (const track of input.tracks.slice(0, MAX_TRACKS_TRIED)) {
    try {
      best = betterOf(best, await readTrack(reading, input, track))
      if (!isTruncated(best)) break
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled') throw error
      errors.push(error)
    }
  }
  if (best === null) throw mostSpecific(errors)
  return best
}

/** One way to get the captions of a video. Throws AppError if the video has none, or this way fails. */
type Link = () => Promise<FoundVideo>

/** Tracks of a playable video, best first. */
function answerOf(player: PlayerResponse, facts: VideoFacts): FoundVideo {
  const error = playabilityError(player)
  if (error !== null) throw error
  return { facts, tracks: rankTracks(tracksOf(player), spokenLanguage(player)) }
}

/** A client's answer. Throws if its best track needs a proof of origin: the next client is better than another track. */
function answerOfClient(player: PlayerResponse): FoundVideo {
  const answer = answerOf(player, factsOfPlayer(player))
  const [best] = answer.tracks
  if (best !== undefined && needsProof(best)) throw videoError('video_blocked')
  return answer
}

/**
 * Creates the chain: every client of the player endpoint, then the watch page, then yt-dlp if configured. `pageFacts` are
 * those of the page, which is fetched once.
 */
function createLinks({ ytDlp, ...wire }: Reading, videoId: string) {
  let visitor = ''
  let page: ReturnType<typeof fetchWatchPage> | undefined
  const fetchPage = () => (page ??= fetchWatchPage(wire, videoId))
  const clients = playerClients.map((client): Link => {
    return async () => {
      const player = await askPlayer(wire, client, videoId, visitor)
      visitor = player.responseContext?.visitorData || visitor
      return answerOfClient(player)
    }
  })
  // The page is the last resort, so its tracks are tried even if they need a proof of origin.
  const watchPage: Link = async () => {
    const { player, facts } = await fetchPage()
    return answerOf(player, facts)
  }
  const program: Link[] = ytDlp === null ? [] : [() => askYtDlp(ytDlp, videoId, wire.signal)]
  return { chain: [...clients, watchPage, ...program], pageFacts: async () => (await fetchPage()).facts }
}

interface ReadOptions extends ReadSettings {
  signal: AbortSignal
  onProgress?: ((progress: { stage: 'fetching'; title: string }) => void) | undefined
}

/** Maximum number of transcripts that are compared if they seem cut off. */
const MAX_TRANSCRIPTS = 3
/** Maximum number of links that time out; the next ones would probably time out too, and the user is waiting. */
const MAX_SILENT_LINKS = 2
/** Maximum time to wait for the video's page, which is fetched at the same time as the captions. */
const PAGE_PATIENCE_MS = 5000

/** Tries the links until one returns a complete transcript; otherwise returns the best one or throws the most specific error. */
async function walk(reading: Reading, videoId: string, onProgress: ReadOptions['onProgress']) {
  const { chain, pageFacts } = createLinks(reading, videoId)
  const patience = { signal: reading.signal, ref: false }
  const timeout = (): Promise<VideoFacts> => sleep(PAGE_PATIENCE_MS, noFacts, patience)
  const errors: AppError[] = []
  let facts = noFacts
  let page: Promise<VideoFacts> | undefined
  let best: PackedDocument | null = null
  let transcripts = 0
  for (const link of chain) {
    try {
      const answer = await link()
      facts = mergeFacts(facts, answer.facts)
      onProgress?.({ stage: 'fetching', title: facts.title })
      page ??= Promise.race([pageFacts(), timeout()]).catch(() => noFacts)
      const known = facts
      const complete = page.then((more) => mergeFacts(known, more))
      best = betterOf(best, await readTranscript(reading, { videoId, tracks: answer.tracks, facts: complete }))
      transcripts += 1
      if (!isTruncated(best) || transcripts === MAX_TRANSCRIPTS) break
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled') throw error
      errors.push(error)
      const silent = errors.filter((one) => one.code === 'source_timed_out').length
      if (isFinal(error) || silent === MAX_SILENT_LINKS) break
    }
  }
  if (best === null) throw mostSpecific(errors)
  return best
}

const NO_CAPTIONS =
  'This video has no captions, so there’s nothing to read. If you have its recording, transcript or subtitles, upload them as a file.'

/** Transcribes a video without captions, if yt-dlp can fetch its sound. */
async function listen(
  { ytDlp, recordings, signal }: Reading,
  videoId: string,
  withoutCaptions: AppError,
): Promise<PackedDocument> {
  if (recordings === null) throw withoutCaptions
  if (ytDlp === null) throw new AppError('video_no_captions', NO_CAPTIONS, { cause: withoutCaptions })
  const { limits, onBytes } = recordings
  return inTemporaryFolder(async (folder) => {
    const { facts, path } = await fetchSound(ytDlp, videoId, { folder, limits, signal, onBytes })
    const url = `https://www.youtube.com/watch?v=${videoId}`
    const heard = await recordings.listen({ path, fileName: null, url, title: facts.title || null }, signal)
    return packDocument({ ...unpackDocument(heard), ...describeVideo(videoId, facts) })
  })
}

/**
 * Reads the captions of a YouTube video, or a transcript of its sound.
 *
 * @throws AppError url_invalid for a URL without a video, one of the `video_*` family, source_too_short,
 * source_unreachable, source_timed_out, cancelled
 */
export async function readVideo(deps: VideoDeps, url: URL, options: ReadOptions): Promise<PackedDocument> {
  const id = requireVideoId(url)
  const ending = new AbortController()
  const reading = { ...deps, signal: AbortSignal.any([options.signal, ending.signal]) }
  try {
    return await walk(reading, id, options.onProgress).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'video_no_captions') throw error
      return listen(reading, id, error)
    })
  } finally {
    ending.abort()
  }
}

export interface YouTubeConfig {
  /** https://www.youtube.com, or a stand-in. */
  origin: string
  /** Path of yt-dlp; null if not configured. */
  ytDlpPath: string | null
}

const itself: YouTubeConfig = { origin: 'https://www.youtube.com', ytDlpPath: null }

/** Short limits, since several clients are asked one after the other while the user is waiting. */
const limits: Partial<FetchLimits> = { firstByteMs: 8000, totalMs: 15_000 }

/**
 * Creates the YouTube reader, which throws the errors of `readVideo`. Its origin is configured by the operator, so it may
 * be on a private network.
 */
export function openYouTube(
  { allowPrivateAddresses, outboundProxyUrl, youtube = itself }: FetchConfig & { youtube?: YouTubeConfig },
  parser: Parser,
) {
  const { origin, ytDlpPath } = youtube
  const trustedOrigin = new URL(origin).origin
  const fetcher = createPageFetcher({ allowPrivateAddresses, outboundProxyUrl, trustedOrigin, limits })
  const ytDlp = ytDlpPath === null ? null : { path: ytDlpPath, proxyUrl: outboundProxyUrl }
  return {
    async read(url: URL, options: ReadOptions, recordings: RecordingReader | null): Promise<PackedDocument> {
      const deps = { fetcher, parser: withSettings(parser, options), origin: trustedOrigin, ytDlp, recordings }
      return await readVideo(deps, url, options)
    },
    close: () => fetcher.close(),
  }
}
