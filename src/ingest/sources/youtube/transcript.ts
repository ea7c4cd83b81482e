import { AppError } from '../../../shared/errors.ts'
import { formatClock } from '../../../shared/place.ts'
import { countWords } from '../../../shared/words.ts'
import type { Cue } from './captions/cue.ts'
import type { CaptionTrack } from './tracks.ts'
import { videoError } from './video-errors.ts'
import { fetchCaptions, type Wire } from './wire.ts'

/** A track that has been read. */
export interface Transcript {
  track: CaptionTrack
  cues: readonly Cue[]
  words: number
  bytes: number
  /** Too little for the length of the video. */
  truncated: boolean
}

/** Speech has two to three words a second; less than one in three seconds is not all that was said. */
const MIN_WORDS_PER_SECOND = 1 / 3
/** In a shorter video people may well say little. */
const SHORT_VIDEO_SECONDS = 60
/** Captions that end before this part of the video are cut off. */
const MIN_COVERED = 0.5

const endOf = (cues: readonly Cue[]): number => cues.reduce((latest, cue) => Math.max(latest, cue.endMs), 0) / 1000

/** Whether a transcript can't be all that is said in a video of that length; 0 where the length is not known. */
export function isTruncated(cues: readonly Cue[], words: number, durationSeconds: number): boolean {
  if (durationSeconds <= SHORT_VIDEO_SECONDS) return false
  return words < durationSeconds * MIN_WORDS_PER_SECOND || endOf(cues) < durationSeconds * MIN_COVERED
}

/** What a reader should know about a transcript that isn't whole. */
export function truncationNote({ cues }: Transcript, durationSeconds: number): string {
  const end = endOf(cues)
  const length = formatClock(durationSeconds)
  return end < durationSeconds * MIN_COVERED
    ? `The captions end at ${formatClock(end)} of ${length}: what comes after is not in this summary.`
    : `The captions hold few words for a video of ${length}, so much of what it says may be missing here.`
}

/** How many tracks of one answer are tried before the next link is asked. */
const MAX_TRACKS_TRIED = 3

/** The better of two transcripts: a whole one, else the one that holds more. The first of equals. */
export function betterOf(one: Transcript | null, other: Transcript | null): Transcript | null {
  if (one === null || other === null) return one ?? other
  if (one.truncated !== other.truncated) return one.truncated ? other : one
  return other.words > one.words ? other : one
}

/**
 * Reads the best track that is whole; where none is, the one that holds most.
 *
 * @param tracks best first
 * @throws AppError why none could be read
 */
export async function readTranscript(
  wire: Wire,
  tracks: readonly CaptionTrack[],
  durationSeconds: number,
  signal: AbortSignal,
): Promise<Transcript> {
  let best: Transcript | null = null
  let failure: AppError | null = null
  for (const track of tracks.slice(0, MAX_TRACKS_TRIED)) {
    try {
      const { cues, bytes } = await fetchCaptions(wire, track.url, signal)
      const words = countWords(cues.map((cue) => cue.text).join('\n'))
      if (words === 0) continue
      const truncated = isTruncated(cues, words, durationSeconds)
      best = betterOf(best, { track, cues, words, bytes, truncated })
      if (!truncated) break
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'cancelled') throw error
      failure ??= error
    }
  }
  if (best === null) throw failure ?? videoError('video_no_captions')
  return best
}
