import type { ExtractedDocument } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import { formatClock } from '../../../shared/text/format.ts'
import { countWords, joinsWithoutSpace } from '../../../shared/text/words.ts'
import { type Piece, toBlocks } from '../../document.ts'
import { foldText } from '../../formats/clean-text.ts'
import { MIN_WORDS } from '../../formats/parsed-document.ts'
import type { Cue } from '../../formats/subtitles/caption-formats.ts'
import { parseCaptions } from '../../formats/subtitles/parse-captions.ts'
import { settleLanguage } from '../../language.ts'
import { type CaptionTrack, trackLabels } from './caption-tracks.ts'
import type { Chapter } from './chapters.ts'
import { bestThumbnail, chaptersOf, type VideoFacts } from './player-response.ts'
import { videoError } from './video-errors.ts'

/** A part of speech within a paragraph: a cue, or a part of one up to the end of a sentence. */
interface Stretch {
  text: string
  startMs: number
  endMs: number
  words: number
  /** The speaker changes. */
  newSpeaker: boolean
  endsSentence: boolean
}

/** Sounds and music in brackets, and notes around songs: not speech. */
const sound = /^(?:[[(（【][^\])）】]{0,80}[\])）】]|[♪♫🎵🎶\s]+)$/u
const soundInside = /\[(?:music|applause|laughter|cheering|inaudible|silence|__|[\s_]+)\]/giu
/** Speaker-change marks: ">>" in broadcasting, a dash before the first word in subtitles. */
const speakerMark = /^\s*(?:>{2,3}\s*|[-–—]\s?(?=["“«([¿¡]{0,2}[\p{Lu}\p{Lo}]))/u
const sentenceEnd = /[.!?…。！？؟۔।။។][)"'”’»\]]*$/u

/** A cut after the end of a sentence, or before a speaker mark, inside a cue. */
const cuts =
  /(?<=[.!?…؟۔।]["'”’»)\]]{0,3})\s+(?=["'“‘«([¿¡]{0,3}[\p{Lu}\p{Lo}\p{N}>])|(?<=[。！？။។])(?=\S)|(?<!\s)\s+(?=>{2,3}\s)/gu

/** Time at which a position in a cue's text was spoken; the cue's start if words aren't timed. */
function timeAt(cue: Cue, position: number): number {
  if (cue.parts === undefined) return cue.startMs
  let seen = 0
  for (const part of cue.parts) {
    seen += part.text.length
    if (seen > position + 1) return Math.max(cue.startMs, part.startMs)
  }
  return cue.parts.at(-1)?.startMs ?? cue.startMs
}

function stretchesOf(cue: Cue, endMs: number): Stretch[] {
  const starts = [0, ...Array.from(cue.text.matchAll(cuts), (match) => match.index + match[0].length)]
  return starts.flatMap((from, at) => {
    const to = starts[at + 1]
    const raw = cue.text.slice(from, to)
    if (sound.test(raw.trim())) return []
    const text = foldText(raw.replace(speakerMark, '').replace(soundInside, ' '))
    if (text === '' || sound.test(text)) return []
    const startMs = from === 0 ? cue.startMs : timeAt(cue, from)
    return [
      {
        text,
        startMs,
        endMs: Math.max(startMs, to === undefined || cue.parts === undefined ? endMs : timeAt(cue, to)),
        words: countWords(text),
        newSpeaker: speakerMark.test(raw),
        endsSentence: sentenceEnd.test(text),
      },
    ]
  })
}

/** Limits of paragraphs, about 15 seconds of speech, so that their starts are close to each sentence in them. */
const limits = {
  punctuated: { wanted: 35, most: 100, pauseMs: 2500, leastBeforePause: 20 },
  bare: { wanted: 30, most: 45, pauseMs: 1000, leastBeforePause: 12 },
} as const

/** Captions with fewer ends of sentences have no punctuation. */
const MIN_SENTENCE_SHARE = 1 / 60

function isPunctuated(stretches: readonly Stretch[]): boolean {
  const words = stretches.reduce((sum, stretch) => sum + stretch.words, 0)
  return stretches.filter((stretch) => stretch.endsSentence).length >= words * MIN_SENTENCE_SHARE
}

function join(stretches: readonly Stretch[]): string {
  return stretches.reduce((text, { text: next }) => {
    return text === '' || joinsWithoutSpace(text, next) ? text + next : `${text} ${next}`
  }, '')
}

function toPiece(stretches: readonly Stretch[]): Piece {
  const startMs = stretches[0]?.startMs ?? 0
  const endMs = stretches.reduce((latest, stretch) => Math.max(latest, stretch.endMs), startMs)
  return {
    type: 'paragraph',
    text: join(stretches),
    location: { kind: 'time', startSeconds: startMs / 1000, endSeconds: endMs / 1000 },
  }
}

/** Splits speech into paragraphs: at speakers, at pauses, and at ends of sentences after enough words. */
function group(stretches: readonly Stretch[]): Stretch[][] {
  const limit = isPunctuated(stretches) ? limits.punctuated : limits.bare
  const groups: Stretch[][] = []
  let words = 0
  for (const [at, stretch] of stretches.entries()) {
    const current = groups.at(-1)
    const before = stretches[at - 1]
    const pause = before === undefined ? 0 : stretch.startMs - before.endMs
    const settled = limit === limits.bare || before?.endsSentence === true
    const breaks =
      stretch.newSpeaker ||
      words + stretch.words > limit.most ||
      (settled && words >= limit.wanted) ||
      (settled && pause >= limit.pauseMs && words >= limit.leastBeforePause) ||
      pause >= limit.pauseMs * 4
    if (current === undefined || breaks) {
      groups.push([stretch])
      words = stretch.words
    } else {
      current.push(stretch)
      words += stretch.words
    }
  }
  return groups
}

/** The end of a cue's words: the next cue's start if the cue is still displayed then, or has no duration. */
function spokenUntil(cue: Cue, next: Cue | undefined): number {
  if (next === undefined) return cue.endMs
  return cue.endMs > cue.startMs ? Math.min(cue.endMs, next.startMs) : next.startMs
}

/** A cue may begin a moment before the chapter of its words. */
const CHAPTER_LEEWAY_MS = 500

/**
 * Converts cues to paragraphs with the times they were spoken, below the headings of their chapters. Leaves out
 * descriptions of sounds; speaker marks begin a paragraph. A cue that is still displayed when the next one begins counts
 * as spoken up to there.
 *
 * @param durationSeconds end of the last chapter; 0 if unknown
 */
export function cuesToPieces(cues: readonly Cue[], chapters: readonly Chapter[], durationSeconds: number): Piece[] {
  const stretches = cues.flatMap((cue, at) => stretchesOf(cue, spokenUntil(cue, cues[at + 1])))
  const lastMs = stretches.at(-1)?.endMs ?? 0
  const bounds = chapters.map((chapter) => chapter.startSeconds * 1000 - CHAPTER_LEEWAY_MS)
  const before = stretches.filter((stretch) => stretch.startMs < (bounds[0] ?? Number.POSITIVE_INFINITY))
  const sections = chapters.flatMap((chapter, at) => {
    const from = bounds[at] ?? 0
    const to = bounds[at + 1] ?? Number.POSITIVE_INFINITY
    const spoken = stretches.filter((stretch) => stretch.startMs >= from && stretch.startMs < to)
    const endSeconds = chapters[at + 1]?.startSeconds ?? Math.max(durationSeconds, lastMs / 1000, chapter.startSeconds)
    const heading: Piece = {
      type: 'heading',
      level: 2,
      text: chapter.title,
      location: { kind: 'time', startSeconds: chapter.startSeconds, endSeconds },
    }
    return spoken.length === 0 ? [] : [heading, ...group(spoken).map(toPiece)]
  })
  return [...group(before).map(toPiece), ...sections]
}

export interface CaptionsInput {
  videoId: string
  /** In any format. */
  bytes: Uint8Array
  track: CaptionTrack
  facts: VideoFacts
}

/** Speech has two to three words a second; with less than one in three seconds, captions are incomplete. */
const MIN_WORDS_PER_SECOND = 1 / 3
/** Shorter videos may contain little speech. */
const SHORT_VIDEO_SECONDS = 60
/** Captions that end before this share of the video are cut off. */
const MIN_COVERED = 0.5

/** Notice for captions that are probably incomplete; null for complete ones. */
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

/** Whether a document's captions are probably incomplete. */
export const isTruncated = (document: Pick<ExtractedDocument, 'sourceInfo'>): boolean =>
  document.sourceInfo.note !== undefined

/** Facts of a video's document besides its text. */
export const describeVideo = (videoId: string, facts: VideoFacts) => ({
  kind: 'youtube' as const,
  title: facts.title || 'YouTube video',
  author: facts.channel || null,
  site: 'YouTube',
  publishedAt: facts.publishedAt,
  url: `https://www.youtube.com/watch?v=${videoId}`,
  thumbnailUrl: bestThumbnail(facts.thumbnails) ?? `https://i.ytimg.com/vi/${videoId}/hqdefault.jpg`,
})

/**
 * Creates a document from captions: paragraphs with the times they are spoken, under the headings of the video's chapters.
 *
 * @param minWords rejects captions with fewer words
 * @throws AppError source_damaged, video_no_captions (without words), source_too_short
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
  const about = describeVideo(videoId, facts)
  return {
    ...about,
    language: settleLanguage(track.languageCode, spoken),
    words: countWords(pieces.map((piece) => piece.text).join('\n')),
    blocks: toBlocks(pieces),
    sourceInfo: {
      readAs: trackLabels[track.kind],
      finalUrl: about.url,
      bytes: bytes.byteLength,
      ...(durationSeconds > 0 ? { durationSeconds } : {}),
      ...(note === null ? {} : { note }),
    },
  }
}
