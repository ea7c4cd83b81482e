import type { Piece } from '../../document.ts'
import { foldText } from '../clean-text.ts'
import { beginWithSpeakers, type Cue, countSpaced, joinCues } from './join-cues.ts'

/** A time as players show it: 0:05, 12:41, 1:02:07, and with a fraction or a number of frames: 00:00:05,120, 00:00:05:12. */
const clock = String.raw`(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3}|(?<=\d:\d\d:\d\d)[:;]\d{2})?`

/** A line that begins with a time, in brackets or not; the words follow it on the same line or below. */
const timeFirst = new RegExp(
  String.raw`^[\s\u200e]{0,8}[\[(]?(${clock})[\])]?(?:\s{0,3}(?:-->|->|–|-|—)\s{0,3}[\[(]?(${clock})[\])]?(?=\s|$|[:,]))?(?![\d:.])\s{0,5}[-–—:|]?(?:(?:\s|(?<=\]))(.*))?$`,
  'u',
)

const speakerFirst = new RegExp(
  String.raw`^\s{0,4}(\p{L}[\p{L}\p{M}\d.'’ -]{0,40}?)[\s,:]{1,3}(?:[\[(]?(${clock})[\])]?:?\s*$|[\[(](${clock})[\])]:?\s+(\S.*)$)`,
  'u',
)

/** A time of day rather than of a recording. */
const timeOfDay = /^(?:[ap]\.?m\b|uhr\b|h\b)/iu

/** YouTube's text for screen readers beside a time: "5 seconds", "1 Minute, 12 Sekunden". */
const spokenTime = /^\d{1,3} ?\p{L}{1,12}(?:(?:,| and| et| und| y| e)? \d{1,2} ?\p{L}{1,12}){0,2}$/u

function secondsOf(written: string): number {
  return written
    .replace(/(?<=:\d\d:\d\d)[:;]\d\d$/u, '')
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
      rest,
    }
  }
  const [, speaker, alone, before, rest = ''] = speakerFirst.exec(line) ?? []
  const time = alone ?? before
  if (speaker === undefined || time === undefined) return null
  return { cue: { start: secondsOf(time), end: null, speaker: speaker.trim(), lines: [] }, rest }
}

/** A transcript has at least this many times. */
const MIN_MARKS = 3

/** A recording's transcript is pasted from its beginning; a chat's times of day begin anywhere. */
const MAX_FIRST_SECONDS = 300

/** A transcript has at most this many words per time; texts that mention times have more. */
const MAX_WORDS_PER_MARK = 150

/** Slowest speech; lists of chapters and logs have fewer words. */
const MIN_WORDS_PER_MINUTE = 10

/** Lines before the first time: a title, a line about the recording. */
const MAX_LEAD_LINES = 12

/** A longer first line is an introduction. */
const MAX_TITLE_CHARACTERS = 150

/** A line of the program that wrote the file, and the fields of LRC: "[ar:Ada Lind]". */
const machineLine = /^Transcribed by https?:|^\[[a-z]{2,6}:[^\][]*\]$/u

function readCues(lines: readonly string[]): { lead: string[]; cues: Cue[] } {
  const lead: string[] = []
  const cues: Cue[] = []
  for (const line of lines) {
    const mark = readMark(line)
    if (mark !== null) {
      cues.push(mark.cue)
      if (mark.rest !== '') mark.cue.lines.push(mark.rest)
      continue
    }
    const text = line.trim()
    if (text === '' || machineLine.test(text)) continue
    const cue = cues.at(-1)
    if (cue === undefined) lead.push(text)
    else if (cue.lines.length > 0 || !spokenTime.test(text)) cue.lines.push(text)
  }
  const isNamed = cues.every(({ speaker }) => speaker === null) && beginWithSpeakers(cues)
  if (isNamed) for (const cue of cues) cue.speaker = cue.lines.shift() ?? null
  return { lead, cues }
}

function isTranscript(lead: readonly string[], cues: readonly Cue[]): boolean {
  const first = cues[0]
  if (first === undefined || cues.length < MIN_MARKS || first.start > MAX_FIRST_SECONDS) return false
  if (lead.length > MAX_LEAD_LINES) return false
  const steps = cues.slice(1).map((cue, at) => cue.start - (cues[at]?.start ?? 0))
  const back = steps.filter((step) => step < 0).length
  if (back > cues.length * 0.02 || !steps.some((step) => step > 0)) return false
  const spoken = cues.filter((cue) => cue.lines.length > 0)
  const said = spoken.reduce((sum, cue) => sum + countSpaced(cue.lines.join(' ')), 0)
  const minutes = ((cues.at(-1)?.start ?? 0) - first.start) / 60
  const isSpoken = said >= minutes * MIN_WORDS_PER_MINUTE || cues.some(({ speaker }) => speaker !== null)
  return isSpoken && spoken.length >= cues.length * 0.5 && said <= cues.length * MAX_WORDS_PER_MARK
}

/**
 * Reads a pasted transcript: YouTube's panel, "[12:41] text", "Ada 12:41" above her
 * words. In a transcript most of the text follows times that begin within five minutes and increase; chat logs, which
 * begin at any time of day, are not transcripts. The times become the locations of the paragraphs.
 *
 * @returns null if the text is not a transcript
 */
export function parseTranscript(lines: readonly string[]): Piece[] | null {
  const { lead, cues } = readCues(lines)
  if (!isTranscript(lead, cues)) return null
  const start = { kind: 'time' as const, startSeconds: 0, endSeconds: 0 }
  const head = lead.map(foldText).filter((line) => /[\p{L}\p{N}]/u.test(line))
  const about = head.map((text, at): Piece => {
    const isTitle = at === 0 && text.length <= MAX_TITLE_CHARACTERS
    return isTitle ? { type: 'heading', level: 1, text, location: start } : { type: 'paragraph', text, location: start }
  })
  return [...about, ...joinCues(cues)]
}

/** Reads a transcript in Markdown, of paragraphs below one title; null if the parts are not one. */
export function readTranscript(pieces: readonly Piece[]): Piece[] | null {
  const isPart = ({ type }: Piece, at: number): boolean => type === 'paragraph' || (type === 'heading' && at === 0)
  return pieces.every(isPart) ? parseTranscript(pieces.map(({ text }) => text)) : null
}
