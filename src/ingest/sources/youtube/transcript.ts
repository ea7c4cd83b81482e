import { AppError } from '../../../shared/errors.ts'
import type { PackedDocument } from '../../../threads/packed-document.ts'
import type { Parser } from '../../parsing/parse-task.ts'
import { isTruncated } from './read-captions.ts'
import { fetchCaptions, type Wire } from './requests.ts'
import type { CaptionTrack } from './tracks.ts'
import { mostTelling } from './video-errors.ts'
import type { VideoFacts } from './video-facts.ts'

export interface TranscriptDeps extends Wire {
  parser: Parser
}

interface TranscriptInput {
  videoId: string
  /** Best first. */
  tracks: readonly CaptionTrack[]
  /** Facts about the video; may still be loading while captions are fetched. */
  facts: Promise<VideoFacts>
}

/** How many tracks of one answer are tried before the next link is asked. */
const MAX_TRACKS_TRIED = 3

/** The better of two transcripts: a whole one, else the one that holds more. The first of equals. */
export function betterOf(one: PackedDocument | null, other: PackedDocument): PackedDocument {
  if (one === null) return other
  if (isTruncated(one) !== isTruncated(other)) return isTruncated(one) ? other : one
  return other.words > one.words ? other : one
}

/** Reads a track as json3, which times words; in the format that its address names where that can't be had. */
async function readTrack(
  deps: TranscriptDeps,
  { videoId, facts }: TranscriptInput,
  track: CaptionTrack,
  signal: AbortSignal,
): Promise<PackedDocument> {
  const readAs = async (format: 'json3' | null): Promise<PackedDocument> => {
    const bytes = await fetchCaptions(deps, track.url, format, signal)
    return await deps.parser.parse({ kind: 'captions', videoId, track, bytes, facts: await facts }, signal)
  }
  try {
    return await readAs('json3')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'source_damaged') throw error
    return await readAs(null)
  }
}

/**
 * Reads the best track that is whole; where none is, the one that holds most.
 *
 * @throws AppError why none could be read
 */
export async function readTranscript(
  deps: TranscriptDeps,
  input: TranscriptInput,
  signal: AbortSignal,
): Promise<PackedDocument> {
  let best: PackedDocument | null = null
  const errors: AppError[] = []
  for (const track of input.tracks.slice(0, MAX_TRACKS_TRIED)) {
    try {
      best = betterOf(best, await readTrack(deps, input, track, signal))
      if (!isTruncated(best)) break
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled') throw error
      errors.push(error)
    }
  }
  if (best === null) throw mostTelling(errors)
  return best
}
