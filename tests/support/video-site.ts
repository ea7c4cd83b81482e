import { createIngest, type Ingest, type ParserPool } from '../../src/ingest/index.ts'
import type { ExtractedDocument } from '../../src/shared/document.ts'
import type { RecordingLimits } from '../../src/shared/transcriber.ts'
import { unpackDocument } from '../../src/threads/packed-document.ts'
import { json3Captions, type Line, type PlayerOptions, playerAnswer } from '../standins/youtube/answers.ts'
import { type Answer, openYouTubeStandIn, type Scenario, type YouTubeStandIn } from '../standins/youtube/server.ts'

/** The only existing video. */
export const VIDEO_ID = 'aB3_-xyZ019'

export const tideLines: Line[] = [
  [0.5, 3, 'Tides rise and fall because the moon pulls at the sea.'],
  [3.5, 3, 'The sea, being patient, follows it around the world.'],
  [30, 4, '>> Twice a day it comes back, and twice a day it leaves.'],
]

/** Player response for the video. */
export const requestedPlayer = (options: Omit<PlayerOptions, 'videoId'>): Answer => ({
  body: playerAnswer({ videoId: VIDEO_ID, ...options }),
})

export const tideCaptions = (): Answer => ({ body: json3Captions(tideLines) })

export const english = { languageCode: 'en', name: 'English' }

/** A video that every client can read. */
export const readable: Scenario = {
  player: () => requestedPlayer({ title: 'On tides', author: 'The Shore', lengthSeconds: 40, tracks: [english] }),
  captions: tideCaptions,
}

export interface VideoSite {
  standIn: YouTubeStandIn
  ingest: Ingest
  /** Forgets earlier requests, and uses this scenario from now on. */
  answers(scenario: Scenario): VideoSite
  close(): Promise<void>
}

/**
 * The product's real pipeline with a YouTube stand-in. Other private addresses stay blocked: only the configured origin
 * is trusted.
 *
 * @param transcription limits of recordings, and the parser that transcribes them
 */
export async function openVideoSite(
  ytDlpPath: string | null = null,
  transcription: { recordings?: RecordingLimits; parser?: ParserPool } = {},
): Promise<VideoSite> {
  let current: Scenario = {}
  const standIn = await openYouTubeStandIn((id) => (id === VIDEO_ID ? current : undefined))
  const youtube = { origin: standIn.origin, ytDlpPath }
  const { recordings = null, parser } = transcription
  const ingest = createIngest({ allowPrivateAddresses: false, outboundProxyUrl: null, youtube, recordings }, parser)
  const site: VideoSite = {
    standIn,
    ingest,
    answers(scenario) {
      current = scenario
      standIn.requests.length = 0
      return site
    },
    async close() {
      await Promise.all([ingest.close(), standIn.close()])
    },
  }
  return site
}

export async function readUrl(
  ingest: Ingest,
  url = `https://youtu.be/${VIDEO_ID}`,
  options: { minWords?: number } = {},
): Promise<ExtractedDocument> {
  return unpackDocument(await ingest.read({ kind: 'url', url }, { signal: AbortSignal.timeout(15_000), ...options }))
}
