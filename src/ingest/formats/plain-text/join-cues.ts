import { countWords, joinsWithoutSpace } from '../../../shared/text/words.ts'
import type { Piece } from '../../document.ts'
import { foldText } from '../clean-text.ts'

/** Words spoken from a time on. */
export interface Cue {
  start: number
  end: number | null
  /** The speaker, if marked. */
  speaker: string | null
  lines: string[]
}

/** A line that may be a name: short, and no sentence. */
const speakerLine = /^.{0,39}[^.!?…,。！？]$/u

/** Whether the first line of each cue is its speaker: the same few short lines recur there. */
export const beginWithSpeakers = (cues: readonly { lines: readonly string[] }[]): boolean =>
  cues.length > 2 &&
  cues.every(({ lines: [first = '', ...said] }) => said.length > 0 && speakerLine.test(first)) &&
  new Set(cues.map(({ lines }) => lines[0])).size * 2 <= cues.length

/** Number of words between spaces. */
export const countSpaced = (text: string): number => text.split(/\s+/u).length

/** A paragraph ends with a sentence from the smaller number of words on, and in any case at the larger one. */
const PARAGRAPH_WORDS = 45
const MAX_PARAGRAPH_WORDS = 110

const endsSentence = (text: string): boolean => /[.!?…。！？؟۔।။។]["”’»)\]]?$/u.test(text)

/** The start of another speaker's words: "Ada: …", ">> …". */
const newSpeaker = /^(?:>>|[-–—] |\p{Lu}[\p{L}\p{M}.'’-]{0,20}(?: [\p{Lu}\d][\p{L}\p{M}\d.'’-]{0,20}){0,3}: )/u

/** Punctuation of scripts without spaces. */
const punctuation = /[。，、！？；]/u
/** Captions with less punctuation separate clauses by lines. */
const MIN_PUNCTUATED_SHARE = 1 / 5

/**
 * How lines of spoken text join: with a space, or without one in scripts that have none if the text has punctuation. Other
 * captions in these scripts end a clause with each line.
 *
 * @param texts the whole text, in parts
 */
export function lineJoiner(texts: readonly string[]): (before: string, after: string) => string {
  const punctuated = texts.filter((text) => punctuation.test(text)).length
  const flows = punctuated > 0 && punctuated >= texts.length * MIN_PUNCTUATED_SHARE
  return (before, after) => {
    const isWhole = before === '' || after === '' || (flows && joinsWithoutSpace(before, after))
    return isWhole ? before + after : `${before} ${after}`
  }
}

/** Joins cues, which have a few words each, into paragraphs that can be cited. */
export function joinCues(cues: readonly Cue[]): Piece[] {
  const pieces: Piece[] = []
  let text = ''
  let words = 0
  let start = 0
  let end = 0
  const join = lineJoiner(cues.map((cue) => cue.lines.join(' ')))
  const close = (): void => {
    const folded = foldText(text)
    if (/[\p{L}\p{N}]/u.test(folded)) {
      const location = { kind: 'time' as const, startSeconds: start, endSeconds: Math.max(start, end) }
      pieces.push({ type: 'paragraph', text: folded, location })
    }
    text = ''
    words = 0
  }
  cues.forEach((cue, at) => {
    const said = foldText(cue.lines.reduce(join, ''))
    if (said === '') return
    const full = (words >= PARAGRAPH_WORDS && endsSentence(text)) || words >= MAX_PARAGRAPH_WORDS
    if (text !== '' && (full || cue.speaker !== null || newSpeaker.test(said))) close()
    if (text === '') start = cue.start
    text = join(text, cue.speaker === null ? said : `${cue.speaker}: ${said}`)
    words += countWords(said)
    end = cue.end ?? cues[at + 1]?.start ?? cue.start
  })
  close()
  return pieces
}
