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

/** Number of words between spaces. */
export const countSpaced = (text: string): number => text.split(/\s+/u).length

/** A paragraph ends with a sentence from the smaller number of words on, and in any case at the larger one. */
const PARAGRAPH_WORDS = 45
const MAX_PARAGRAPH_WORDS = 110

const endsSentence = (text: string): boolean => /[.!?…。！？؟۔।။។]["”’»)\]]?$/u.test(text)

/** The start of another speaker's words: "Ada: …", ">> …". */
const newSpeaker = /^(?:>>|[-–—] |\p{Lu}[\p{L}\p{M}.'’-]{0,20}(?: [\p{Lu}\d][\p{L}\p{M}\d.'’-]{0,20}){0,3}: )/u

/** Joins cues, which have a few words each, into paragraphs that can be cited. */
export function joinCues(cues: readonly Cue[]): Piece[] {
  const pieces: Piece[] = []
  let text = ''
  let start = 0
  let end = 0
  const close = (): void => {
    const folded = foldText(text)
    if (/[\p{L}\p{N}]/u.test(folded)) {
      const location = { kind: 'time' as const, startSeconds: start, endSeconds: Math.max(start, end) }
      pieces.push({ type: 'paragraph', text: folded, location })
    }
    text = ''
  }
  cues.forEach((cue, at) => {
    const said = foldText(cue.lines.join(' '))
    if (said === '') return
    const count = text === '' ? 0 : countSpaced(text)
    const full = (count >= PARAGRAPH_WORDS && endsSentence(text)) || count >= MAX_PARAGRAPH_WORDS
    if (text !== '' && (full || cue.speaker !== null || newSpeaker.test(said))) close()
    if (text === '') start = cue.start
    text += `${text === '' ? '' : ' '}${cue.speaker === null ? '' : `${cue.speaker}: `}${said}`
    end = cue.end ?? cues[at + 1]?.start ?? cue.start
  })
  close()
  return pieces
}
