import { playerClients } from './clients.ts'
import { playabilityError } from './playability.ts'
import type { PlayerResponse } from './player.ts'
import { type CaptionTrack, needsProof, rankTracks, spokenLanguage, tracksOf } from './tracks.ts'
import { videoError } from './video-errors.ts'
import { factsOfPlayer, type VideoFacts } from './video-facts.ts'
import { askPlayer, fetchWatchPage, type WatchPage, type Wire } from './wire.ts'
import { askYtDlp, type YtDlpConfig } from './yt-dlp.ts'

/** What one link of the chain knows of a video that can be read. */
export interface LinkAnswer {
  facts: VideoFacts
  /** Best first, never empty. */
  tracks: readonly CaptionTrack[]
}

/**
 * One way of asking about a video.
 *
 * @throws AppError that says why the video, or this way, gives nothing
 */
export type Link = (signal: AbortSignal) => Promise<LinkAnswer>

/** Tracks of a playable video, best first. */
function answerOf(player: PlayerResponse, facts: VideoFacts): LinkAnswer {
  const error = playabilityError(player)
  if (error !== null) throw error
  return { facts, tracks: rankTracks(tracksOf(player), spokenLanguage(player)) }
}

/** What a client was told, unless the best track is kept from it: then the next client comes before a lesser track. */
function answerOfClient(player: PlayerResponse): LinkAnswer {
  const answer = answerOf(player, factsOfPlayer(player))
  const [best] = answer.tracks
  if (best !== undefined && needsProof(best)) throw videoError('video_blocked')
  return answer
}

/** The ways of asking about a video, and the facts of its page, which is fetched once whoever asks for it. */
export interface Links {
  chain: readonly Link[]
  pageFacts: (signal: AbortSignal) => Promise<VideoFacts>
}

/** The chain: every client of the player endpoint, then the watch page, then yt-dlp where there is one. */
export function createLinks(wire: Wire, ytDlp: YtDlpConfig | null, videoId: string): Links {
  let visitor = ''
  let page: Promise<WatchPage> | undefined

  const clients = playerClients.map((client): Link => {
    return async (signal) => {
      const player = await askPlayer(wire, client, videoId, visitor, signal)
      visitor = player.responseContext?.visitorData || visitor
      return answerOfClient(player)
    }
  })
  const fetchPage = (signal: AbortSignal): Promise<WatchPage> => {
    page ??= fetchWatchPage(wire, videoId, signal)
    return page
  }
  // The page comes after every client, so its tracks are tried even if they are marked as kept.
  const watchPage: Link = async (signal) => {
    const { player, facts } = await fetchPage(signal)
    return answerOf(player, facts)
  }
  const program: Link[] = ytDlp === null ? [] : [(signal) => askYtDlp(ytDlp, videoId, signal)]
  return { chain: [...clients, watchPage, ...program], pageFacts: async (signal) => (await fetchPage(signal)).facts }
}
