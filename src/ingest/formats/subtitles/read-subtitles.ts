import type { Piece } from '../../document.ts'
import { joinCues } from '../plain-text/join-cues.ts'
import { parseCaptions } from './parse-captions.ts'

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
