import type { Piece } from '../../document.ts'
import { foldText } from '../clean-text.ts'

/** A time as players show it: 0:05, 12:41, 1:02:07, and with a fraction in subtitles: 00:00:05,120. */
const clock = String.raw`(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`

/** A line that begins with a time, in brackets or not; the words follow it on the same line or below. */
const timeFirst = new RegExp(
  String.raw`^[\s\u200e]{0,8}[\[(]?(${clock})[\])]?(?:\s{0,3}(?:-->|->|–|-|—)\s{0,3}[\[(]?(${clock})[\])]?(?=\s|$|[:,]))?(?![\d:.])\s{0,5}[-–—:|]?(?:\s(.*))?$`,
  'u',
)

const speakerFirst = new RegExp(
  String.raw`^\s{0,4}(\p{L}[\p{L}\p{M}\d.'’ -]{0,40}?)[\s,:]{1,3}[\[(]?(${clock})[\])]?:?\s*$`,
  'u',
)

/** A time of day rather than of a recording. */
const timeOfDay = /^(?:[ap]\.?m\b|uhr\b|h\b)/iu

/** YouTube's text for screen readers beside a time: "5 seconds", "1 Minute, 12 Sekunden". */
const spokenTime = /^\d{1,3} ?\p{L}{1,12}(?:(?:,| and| et| und| y| e)? \d{1,2} ?\p{L}{1,12}){0,2}$/u

/** Lines of subtitle files without speech: header, settings, numbers of cues. */
const subtitleMark = /^(?:WEBVTT\b.*|(?:Kind|Language|STYLE|REGION|NOTE)\b.{0,80}|\d{1,6})$/u
const cueSettings = /^(?:(?:align|position|line|size|vertical|region):\S+\s*)+$/u

interface Cue {
  start: number
  end: number | null
  /** The speaker, if marked. */
  speaker: string | null
  lines: string[]
}

function secondsOf(written: string): number {
  return written
    .replace(',', '.')
    .split(':')
    .reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

function readMark(line: string): { cue: Cue; rest: string } | null {
  if (line.length > 5000 || !/\d:\d/u.test(line.slice(0, 100))) return null
  const first = timeFirst.exec(line)
  if (first?.[1] !== undefined) {
    const rest = (first[3] ?? '').trim()
    if (timeOfDay.test(rest)) return null
    const end = first[2] === undefined ? null : secondsOf(first[2])
    return {
      cue: { start: secondsOf(first[1]), end, speaker: null, lines: [] },
      rest: cueSettings.test(rest) ? '' : rest,
    }
  }
  const named = speakerFirst.exec(line)
  if (named?.[1] === undefined || named[2] === undefined) return null
  return { cue: { start: secondsOf(named[2]), end: null, speaker: named[1].trim(), lines: [] }, rest: '' }
}

/** Removes tags inside subtitles, such as times of words and styles; keeps the voice as a name. */
const stripCueTags = (line: string): string =>
  line.replace(/<v(?:\.[\w.]{1,40})? ([^<>]{1,60})>/gu, '$1: ').replace(/<\/?[a-z\d:.]{0,40}>/giu, '')

/** A transcript has at least this many times. */
const MIN_MARKS = 3

/** A recording's transcript is pasted from its beginning; a chat's times of day begin anywhere. */
const MAX_FIRST_SECONDS = 300

/** A transcript has at most this many words per time; texts that mention times have more. */
const MAX_WORDS_PER_MARK = 150

/** Lines before the first time: a title, a line about the recording. */
const MAX_LEAD_LINES = 12

const words = (text: string): number => text.split(/\s+/u).length

function readCues(lines: readonly string[]): { lead: string[]; cues: Cue[] } {
  const lead: string[] = []
  const cues: Cue[] = []
  lines.forEach((line, at) => {
    const mark = readMark(line)
    if (mark !== null) {
      cues.push(mark.cue)
      if (mark.rest !== '') mark.cue.lines.push(mark.rest)
      return
    }
    const text = line.trim()
    if (text === '' || (/^(?:\d{1,6}|WEBVTT)/u.test(text) && subtitleMark.test(text) && isBesideMark(lines, at))) return
    const cue = cues.at(-1)
    if (cue === undefined) lead.push(text)
    else if (cue.lines.length > 0 || !spokenTime.test(text)) cue.lines.push(text)
  })
  return { lead: lead.filter((line) => !subtitleMark.test(line)), cues }
}

/** Whether a line is directly above a time, or the first of the text. */
function isBesideMark(lines: readonly string[], at: number): boolean {
  return at === 0 || readMark(lines[at + 1] ?? '') !== null
}

function isTranscript(lead: readonly string[], cues: readonly Cue[]): boolean {
  const first = cues[0]
  if (first === undefined || cues.length < MIN_MARKS || first.start > MAX_FIRST_SECONDS) return false
  if (lead.length > MAX_LEAD_LINES) return false
  const steps = cues.slice(1).map((cue, at) => cue.start - (cues[at]?.start ?? 0))
  const back = steps.filter((step) => step < 0).length
  if (back > cues.length * 0.02 || !steps.some((step) => step > 0)) return false
  const spoken = cues.filter((cue) => cue.lines.length > 0)
  const said = spoken.reduce((sum, cue) => sum + words(cue.lines.join(' ')), 0)
  return spoken.length >= cues.length * 0.5 && said <= cues.length * MAX_WORDS_PER_MARK
}

/** A paragraph ends with a sentence from the smaller number of words on, and in any case at the larger one. */
const PARAGRAPH_WORDS = 45
const MAX_PARAGRAPH_WORDS = 110

const endsSentence = (text: string): boolean => /[.!?…。！？؟।]["”’»)\]]?$/u.test(text)

/** The start of another speaker's words: "Ada: …", ">> …". */
const newSpeaker = /^(?:>>|[-–—] |\p{Lu}[\p{L}\p{M}.'’-]{0,20}(?: \p{Lu}[\p{L}\p{M}.'’-]{0,20}){0,3}: )/u

/** Joins cues, which have a few words each, into paragraphs that can be cited. */
function joinCues(cues: readonly Cue[]): Piece[] {
  const pieces: Piece[] = []
  let text = ''
  let start = 0
  let end = 0
  const close = (): void => {
    const folded = foldText(text)
    if (/[\p{L}\p{N}]/u.test(folded)) {
      const place = { kind: 'time' as const, startSeconds: start, endSeconds: Math.max(start, end) }
      pieces.push({ type: 'paragraph', text: folded, place })
    }
    text = ''
  }
  let previous = ''
  cues.forEach((cue, at) => {
    const said = foldText(cue.lines.map(stripCueTags).join(' '))
    if (said === '' || said === previous) return
    previous = said
    const count = text === '' ? 0 : words(text)
    const full = (count >= PARAGRAPH_WORDS && endsSentence(text)) || count >= MAX_PARAGRAPH_WORDS
    if (text !== '' && (full || cue.speaker !== null || newSpeaker.test(said))) close()
    if (text === '') start = cue.start
    text += `${text === '' ? '' : ' '}${cue.speaker === null ? '' : `${cue.speaker}: `}${said}`
    end = cue.end ?? cues[at + 1]?.start ?? cue.start
  })
  close()
  return pieces
}

/**
 * Reads a pasted transcript: YouTube's panel, subtitle files (SubRip, WebVTT), "[12:41] text", "Ada 12:41" above her
 * words. In a transcript most of the text follows times that begin within five minutes and increase; chat logs, which
 * begin at any time of day, are not transcripts. The times become the locations of the paragraphs.
 *
 * @returns null if the text is not a transcript
 */
export function parseTranscript(lines: readonly string[]): Piece[] | null {
  const { lead, cues } = readCues(lines)
  if (!isTranscript(lead, cues)) return null
  const start = { kind: 'time' as const, startSeconds: 0, endSeconds: 0 }
  const [title, ...about] = lead.map(foldText).filter((line) => /[\p{L}\p{N}]/u.test(line))
  const head: Piece[] = title === undefined ? [] : [{ type: 'heading', level: 1, text: title, place: start }]
  return [...head, ...about.map((text): Piece => ({ type: 'paragraph', text, place: start })), ...joinCues(cues)]
}
