import type { Piece } from '../../document.ts'
import { joinCues } from '../plain-text/join-cues.ts'
import { countTimings } from './caption-formats.ts'
import { parseCaptions } from './parse-captions.ts'

/** A file of subtitles has at least this many cues, and a text that shows an example of one has fewer. */
const MIN_CUES = 2

/** A cue has at most this many lines on average, its number, times and the empty line included. */
const MAX_LINES_PER_CUE = 14

/** Whether a text is WebVTT or SubRip, whatever program wrote it: its lines belong to timed cues. */
export function isSubtitles(lines: readonly string[]): boolean {
  const cues = countTimings(lines)
  if (/^\ufeff?WEBVTT(?:\s|$)/u.test(lines[0] ?? '')) return cues > 0
  return cues >= MIN_CUES && lines.length <= cues * MAX_LINES_PER_CUE
}

/** Reads subtitles into paragraphs, with their times as locations and the speakers that they name. */
export function readSubtitles(text: string): Piece[] {
  let speaker: string | null = null
  const cues = parseCaptions(text).map((cue) => {
    const named = cue.speaker ?? null
    const isNew = named !== null && named !== speaker
    speaker = named
    return {
      start: cue.startMs / 1000,
      end: cue.endMs / 1000,
      speaker: isNew ? named : null,
      lines: [cue.text],
    }
  })
  return joinCues(cues)
}
