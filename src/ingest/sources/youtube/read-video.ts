import { setTimeout as sleep } from 'node:timers/promises'
import type { ExtractedDocument } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import { countWords } from '../../../shared/words.ts'
import { toBlocks } from '../../document.ts'
import { MIN_WORDS } from '../../formats/parsed-document.ts'
import { settleDetected } from '../../language.ts'
import { createLinks, type Links } from './links.ts'
import { cuesToPieces } from './paragraphs.ts'
import { trackLabels } from './tracks.ts'
import { betterOf, readTranscript, type Transcript, truncationNote } from './transcript.ts'
import { isFinal, mostTelling, videoError } from './video-errors.ts'
import { bestThumbnail, chaptersOf, mergeFacts, noFacts, type VideoFacts } from './video-facts.ts'
import { requireVideo } from './video-url.ts'
import type { Wire } from './wire.ts'
import type { YtDlpConfig } from './yt-dlp.ts'

export interface VideoDeps extends Wire {
  /** null where the operator has named none. */
  ytDlp: YtDlpConfig | null
}

export interface VideoProgress {
  stage: 'fetching'
  bytes?: number
  title?: string
}

export interface ReadOptions {
  signal: AbortSignal
  onProgress?: ((progress: VideoProgress) => void) | undefined
}

interface Found {
  facts: VideoFacts
  transcript: Transcript
}

/** A transcript that seems cut off is compared with those of the next links; more of them would say the same. */
const MAX_TRANSCRIPTS = 3

/** Walks the chain until a link gives a whole transcript; else the best there was, else the most telling error. */
async function walk(
  wire: Wire,
  links: Links,
  { signal, onProgress }: ReadOptions,
  onPlayable: () => void,
): Promise<Found> {
  const errors: AppError[] = []
  let facts = noFacts
  let best: Transcript | null = null
  let transcripts = 0
  for (const link of links.chain) {
    try {
      const answer = await link(signal)
      facts = mergeFacts(facts, answer.facts)
      onProgress?.({ stage: 'fetching', title: facts.title })
      onPlayable()
      const transcript = await readTranscript(wire, answer.tracks, facts.durationSeconds, signal)
      onProgress?.({ stage: 'fetching', bytes: transcript.bytes })
      best = betterOf(best, transcript)
      transcripts += 1
      if (!transcript.truncated || transcripts === MAX_TRANSCRIPTS) break
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled') throw error
      errors.push(error)
      if (isFinal(error)) break
    }
  }
  if (best === null) throw mostTelling(errors)
  return { facts, transcript: best }
}

/** How long a document that is ready waits for the page of its video. */
const PAGE_PATIENCE_MS = 5000

async function toDocument(
  { parser }: Wire,
  videoId: string,
  { facts, transcript }: Found,
  signal: AbortSignal,
): Promise<ExtractedDocument> {
  const { track, cues, bytes, truncated } = transcript
  const pieces = cuesToPieces(cues, chaptersOf(facts), facts.durationSeconds)
  const spoken = pieces.filter((piece) => piece.type === 'paragraph').map((piece) => piece.text)
  const words = countWords(spoken.join('\n'))
  if (words === 0) throw videoError('video_no_captions')
  if (words < MIN_WORDS) {
    throw new AppError('source_too_short', 'Too little is said in this video to summarize.')
  }
  const url = `https://www.youtube.com/watch?v=${videoId}`
  return {
    kind: 'youtube',
    title: facts.title || 'YouTube video',
    author: facts.channel || null,
    site: 'YouTube',
    language: settleDetected(track.languageCode, await parser.detectLanguage(spoken.join('\n'), signal)),
    publishedAt: facts.publishedAt,
    url,
    thumbnailUrl: bestThumbnail(facts.thumbnails) ?? `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
    words: countWords(pieces.map((piece) => piece.text).join('\n')),
    blocks: toBlocks(pieces),
    sourceInfo: {
      readAs: trackLabels[track.kind],
      finalUrl: url,
      bytes,
      ...(facts.durationSeconds > 0 ? { durationSeconds: facts.durationSeconds } : {}),
      ...(truncated ? { note: truncationNote(transcript, facts.durationSeconds) } : {}),
    },
  }
}

/**
 * Reads a video of YouTube through its captions: paragraphs with the times they are spoken, under the headings of its
 * chapters.
 *
 * @param url an address of YouTube
 * @throws AppError url_invalid where the address leads to no video, one of the `video_*` family, source_too_short,
 * source_unreachable, source_timed_out, cancelled
 */
export async function readVideo(deps: VideoDeps, url: URL, options: ReadOptions): Promise<ExtractedDocument> {
  const { id } = requireVideo(url)
  const links = createLinks(deps, deps.ytDlp, id)
  const ending = new AbortController()
  const signal = AbortSignal.any([options.signal, ending.signal])
  let page: Promise<VideoFacts> | undefined
  // The page is fetched while captions are; without it only the date and some chapters stay unknown.
  const fetchPage = (): void => {
    page ??= links.pageFacts(signal).catch(() => noFacts)
  }
  try {
    const found = await walk(deps, links, { ...options, signal }, fetchPage)
    const patience = sleep(PAGE_PATIENCE_MS, noFacts, { signal, ref: false })
    const pageFacts = await Promise.race([page ?? noFacts, patience])
    return await toDocument(deps, id, { ...found, facts: mergeFacts(found.facts, pageFacts) }, signal)
  } finally {
    ending.abort()
  }
}
