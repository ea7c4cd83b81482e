import type { ExtractedDocument } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import { formatClock } from '../../../shared/place.ts'
import { countWords } from '../../../shared/words.ts'
import { toBlocks } from '../../document.ts'
import { MIN_WORDS } from '../../formats/parsed-document.ts'
import { settleLanguage } from '../../language.ts'
import { parseCaptions } from './captions/parse-captions.ts'
import { cuesToPieces } from './paragraphs.ts'
import { type CaptionTrack, trackLabels } from './tracks.ts'
import { videoError } from './video-errors.ts'
import { bestThumbnail, chaptersOf, type VideoFacts } from './video-facts.ts'

/** Captions as they came, and what is known of the video they belong to. */
export interface CaptionsInput {
  videoId: string
  /** In whatever format. */
  bytes: Uint8Array
  track: CaptionTrack
  facts: VideoFacts
}

/** Speech has two to three words a second; less than one in three seconds is not all that was said. */
const MIN_WORDS_PER_SECOND = 1 / 3
/** In a shorter video people may well say little. */
const SHORT_VIDEO_SECONDS = 60
/** Captions that end before this part of the video are cut off. */
const MIN_COVERED = 0.5

/** What a reader should know about captions that can't hold all that is said; null where they may. */
function truncationNote(words: number, endSeconds: number, durationSeconds: number): string | null {
  if (durationSeconds <= SHORT_VIDEO_SECONDS) return null
  const length = formatClock(durationSeconds)
  if (endSeconds < durationSeconds * MIN_COVERED) {
    return `The captions end at ${formatClock(endSeconds)} of ${length}: what comes after is not in this summary.`
  }
  return words < durationSeconds * MIN_WORDS_PER_SECOND
    ? `The captions hold few words for a video of ${length}, so much of what it says may be missing here.`
    : null
}

/** Whether a document was made of captions that can't hold all that is said in their video. */
export const isTruncated = (document: Pick<ExtractedDocument, 'sourceInfo'>): boolean =>
  document.sourceInfo.note !== undefined

/**
 * Makes a document of captions: paragraphs with the times they are spoken, under the headings of the video's chapters.
 *
 * @param minWords rejects captions with fewer words
 * @throws AppError source_damaged, video_no_captions where they hold no words, source_too_short
 */
export function readCaptions({ videoId, bytes, track, facts }: CaptionsInput, minWords = MIN_WORDS): ExtractedDocument {
  const cues = parseCaptions(bytes)
  const { durationSeconds } = facts
  const pieces = cuesToPieces(cues, chaptersOf(facts), durationSeconds)
  const spoken = pieces.flatMap((piece) => (piece.type === 'heading' ? [] : [piece.text])).join('\n')
  const words = countWords(spoken)
  if (words === 0) throw videoError('video_no_captions')
  if (words < minWords) throw new AppError('source_too_short', 'Too little is said in this video to summarize.')
  const endMs = cues.reduce((latest, cue) => Math.max(latest, cue.endMs), 0)
  const note = truncationNote(words, endMs / 1000, durationSeconds)
  const url = `https://www.youtube.com/watch?v=${videoId}`
  return {
    kind: 'youtube',
    title: facts.title || 'YouTube video',
    author: facts.channel || null,
    site: 'YouTube',
    language: settleLanguage(track.languageCode, spoken),
    publishedAt: facts.publishedAt,
    url,
    thumbnailUrl: bestThumbnail(facts.thumbnails) ?? `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
    words: countWords(pieces.map((piece) => piece.text).join('\n')),
    blocks: toBlocks(pieces),
    sourceInfo: {
      readAs: trackLabels[track.kind],
      finalUrl: url,
      bytes: bytes.byteLength,
      ...(durationSeconds > 0 ? { durationSeconds } : {}),
      ...(note === null ? {} : { note }),
    },
  }
}
