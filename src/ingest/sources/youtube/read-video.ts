import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import type { PackedDocument } from '../../../threads/packed-document.ts'
import { createLinks, type Links } from './links.ts'
import { isTruncated } from './read-captions.ts'
import { betterOf, readTranscript, type TranscriptDeps } from './transcript.ts'
import { isFinal, mostTelling } from './video-errors.ts'
import { mergeFacts, noFacts, type VideoFacts } from './video-facts.ts'
import { requireVideoId } from './video-url.ts'
import type { YtDlpConfig } from './yt-dlp.ts'

export interface VideoDeps extends TranscriptDeps {
  /** null where the operator has named none. */
  ytDlp: YtDlpConfig | null
}

export interface VideoProgress {
  stage: 'fetching'
  title: string
}

export interface ReadOptions {
  signal: AbortSignal
  onProgress?: ((progress: VideoProgress) => void) | undefined
  /** Rejects a video whose captions have fewer words. */
  minWords?: number | undefined
}

/** A transcript that seems cut off is compared with those of the next links; more of them would say the same. */
const MAX_TRANSCRIPTS = 3
/** Links that don't answer in time; after these the next would hardly either, and a person is waiting. */
const MAX_SILENT_LINKS = 2
/** How long captions wait for the page of their video, which is fetched beside them. */
const PAGE_PATIENCE_MS = 5000

/** What the page of a video knows; nothing where it can't be had in time. */
async function pageFacts(links: Links, signal: AbortSignal): Promise<VideoFacts> {
  const late = sleep(PAGE_PATIENCE_MS, noFacts, { signal, ref: false })
  return await Promise.race([links.pageFacts(signal), late]).catch(() => noFacts)
}

/** Walks the chain until a link gives a whole transcript; else the best there was, else the most telling error. */
async function walk(deps: VideoDeps, videoId: string, { signal, onProgress }: ReadOptions): Promise<PackedDocument> {
  const links = createLinks(deps, deps.ytDlp, videoId)
  const errors: AppError[] = []
  let facts = noFacts
  let page: Promise<VideoFacts> | undefined
  let best: PackedDocument | null = null
  let transcripts = 0
  for (const link of links.chain) {
    try {
      const answer = await link(signal)
      facts = mergeFacts(facts, answer.facts)
      onProgress?.({ stage: 'fetching', title: facts.title })
      page ??= pageFacts(links, signal)
      const known = facts
      const complete = page.then((more) => mergeFacts(known, more))
      best = betterOf(best, await readTranscript(deps, { videoId, tracks: answer.tracks, facts: complete }, signal))
      transcripts += 1
      if (!isTruncated(best) || transcripts === MAX_TRANSCRIPTS) break
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled') throw error
      errors.push(error)
      const silent = errors.filter((one) => one.code === 'source_timed_out').length
      if (isFinal(error) || silent === MAX_SILENT_LINKS) break
    }
  }
  if (best === null) throw mostTelling(errors)
  return best
}

/**
 * Reads a video of YouTube through its captions.
 *
 * @param url an address of YouTube
 * @throws AppError url_invalid where the address leads to no video, one of the `video_*` family, source_too_short,
 * source_unreachable, source_timed_out, cancelled
 */
export async function readVideo(deps: VideoDeps, url: URL, options: ReadOptions): Promise<PackedDocument> {
  const id = requireVideoId(url)
  const ending = new AbortController()
  try {
    return await walk(deps, id, { ...options, signal: AbortSignal.any([options.signal, ending.signal]) })
  } finally {
    ending.abort()
  }
}
