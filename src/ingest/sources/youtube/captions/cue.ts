/** A part of a cue whose own start is known: a word of automatic captions. */
export interface CuePart {
  text: string
  startMs: number
}

/** What stands on the screen for a while. */
export interface Cue {
  startMs: number
  endMs: number
  /** One line of plain text, never empty. */
  text: string
  /** Together the text, where the format times words. */
  parts?: readonly CuePart[]
}

/** A cue as a format's reader finds it, its text still as it was written. */
export interface RawCue {
  startMs: number
  endMs: number
  /** With line breaks, entities and styling marks. */
  text: string
  parts?: readonly CuePart[]
}

/** No video has more; a file that does is no caption file. */
export const MAX_CUES = 100_000
