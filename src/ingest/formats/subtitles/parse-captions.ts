import { decodeHTMLStrict } from 'entities'
import { AppError } from '../../../shared/errors.ts'
import { UPLOAD_TRANSCRIPT } from '../../advice.ts'
import { foldText } from '../clean-text.ts'
import { beginWithSpeakers, lineJoiner } from '../plain-text/join-cues.ts'
import { type Cue, captionFormatOf, readers } from './caption-formats.ts'

/** Tags that style captions in SRT, WebVTT and YouTube's formats. Others are words: "the <div> tag". */
const styling =
  /<\/?(?:i|b|u|s|c|v|p|em|strong|font|span|ruby|rt|lang|br)(?:[\s.:][^<>]{0,300})?\/?>|<(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}>/giu
/** Override tags of SubStation and MicroDVD, which also occur in SRT: {\an8}, {y:i}, {b}. */
const override = /\{(?:(?:\\|[a-z]:)[^{}]{0,200}|\/?[bius])\}/giu

/** How to pronounce the characters before it. */
const ruby = /<r[tp]>[^<>]{0,100}(?:<\/r[tp]>)?/gu

function plainWords(text: string): string {
  const bare = text.includes('<') ? text.replace(ruby, '').replace(styling, '') : text
  const placed = bare.includes('{') ? bare.replace(override, '') : bare
  return decodeHTMLStrict(placed)
}

function visibleLines(text: string): string[] {
  return plainWords(text.replace(/<br\s{0,9}\/?>|\[br\]|\\N/gu, '\n').replaceAll('\\h', ' '))
    .split(/\r\n?|\n/u)
    .map(foldText)
    .filter((line) => line !== '')
}

/** The voice of a cue (https://www.w3.org/TR/webvtt1/#webvtt-cue-voice-span): `<v.loud Anna Berg>`. */
const voice = /<v(?:\.[\w.]{1,40})?[ \t]([^<>]{1,80})>/u

const speakerOf = (text: string): string | undefined =>
  foldText(decodeHTMLStrict(voice.exec(text)?.[1] ?? '')) || undefined

/** The words of each speaker of a cue. */
const voicesIn = (text: string): string[] => {
  const voices = text.includes('<v') ? text.split(/(?=<v[.\s])/u).filter((said) => visibleLines(said).length > 0) : []
  return voices.length > 1 ? voices : [text]
}

/** A cue as it is displayed, line by line. */
interface Displayed extends Omit<Cue, 'text' | 'parts' | 'speaker'> {
  lines: readonly string[]
  speaker: string | undefined
  parts: Cue['parts'] | undefined
  /** The text as it is written, with its marks. */
  marks: string
}

/** Rolling captions display a finished line for a moment before the next one. */
const FLASH_MS = 50
/** Maximum gap between cues of rolling captions. */
const MAX_GAP_MS = 1000
/** Maximum number of lines of a rolling window; usually two or three. */
const MAX_WINDOW_LINES = 5

const wordsOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '))

/** Number of words at the start of a cue that the last lines of the previous cue already show. */
function shownAlready(before: Displayed, cue: Displayed): number {
  if (cue.startMs - before.endMs > MAX_GAP_MS || before.lines.length > MAX_WINDOW_LINES) return 0
  const words = wordsOf(cue.lines)
  for (let from = 0; from < before.lines.length; from += 1) {
    const shown = wordsOf(before.lines.slice(from))
    if (shown.length <= words.length && shown.every((word, at) => word === words[at])) return shown.length
  }
  return 0
}

/** Whether a repeat is due to rolling; a repeated line of speech is displayed twice, alone and whole. */
function isRolled(before: Displayed, cue: Displayed, shown: number): boolean {
  if (shown === 0) return false
  return (
    shown < wordsOf(cue.lines).length || shown < wordsOf(before.lines).length || cue.endMs - cue.startMs <= FLASH_MS
  )
}

/**
 * Removes the repeats of rolling captions, which move each line up. Captions are rolling if half of the cues repeat the
 * previous one, so refrains of songs stay.
 */
function unroll(cues: readonly Displayed[]): Displayed[] {
  const shown = cues.map((cue, at) => {
    const before = cues[at - 1]
    return before === undefined ? 0 : shownAlready(before, cue)
  })
  const rolled = cues.filter((cue, at) => {
    const before = cues[at - 1]
    return before !== undefined && isRolled(before, cue, shown[at] ?? 0)
  }).length
  if (rolled < 2 || rolled * 2 < cues.length - 1) return [...cues]
  return cues.flatMap((cue, at) => {
    const repeated = shown[at] ?? 0
    if (repeated === 0) return [cue]
    const rest = wordsOf(cue.lines).slice(repeated).join(' ')
    return rest === '' ? [] : [{ ...cue, lines: [rest] }]
  })
}

/** Drops duplicates of styled captions, which draw a text several times for outlines and shadows. */
function withoutOverlays(cues: readonly Displayed[]): Displayed[] {
  const kept: Displayed[] = []
  for (const cue of cues) {
    const line = cue.lines.join('\n')
    const same = kept.slice(-8).some((other) => other.startMs === cue.startMs && other.lines.join('\n') === line)
    if (!same) kept.push(cue)
  }
  return kept
}

/** Maximum gap between the cues of a line whose spoken word is highlighted. */
const MAX_HIGHLIGHT_GAP_MS = 300

/**
 * Joins the cues of a line that is displayed again for each word, with other marks around it. A line that is repeated with
 * the same marks is spoken again.
 */
function withoutHighlights(cues: readonly Displayed[]): Displayed[] {
  const kept: Displayed[] = []
  for (const cue of cues) {
    const last = kept.at(-1)
    const isSame =
      last !== undefined &&
      cue.startMs - last.endMs <= MAX_HIGHLIGHT_GAP_MS &&
      last.marks !== cue.marks &&
      wordsOf(cue.lines).length > 1 &&
      last.lines.join(' ') === cue.lines.join(' ')
    if (isSame) kept[kept.length - 1] = { ...cue, startMs: last.startMs }
    else kept.push(cue)
  }
  return kept
}

function toCue({ startMs, endMs, lines, parts, speaker }: Displayed, join: ReturnType<typeof lineJoiner>): Cue {
  const text = lines.reduce(join, '')
  const plain = parts?.map((part) => ({ text: plainWords(part.text), startMs: part.startMs }))
  // Times of words apply only if the words are those of the text.
  const timed = plain !== undefined && foldText(plain.map((part) => part.text).join('')) === text
  const named = speaker === undefined ? {} : { speaker }
  return { startMs, endMs: Math.max(startMs, endMs), text, ...named, ...(timed ? { parts: plain } : {}) }
}

const unreadable = (fault: string, cause?: unknown): AppError =>
  new AppError('source_damaged', `The captions of this video are ${fault}. Instead, ${UPLOAD_TRANSCRIPT}`, { cause })

/**
 * Reads captions into cues in the order of time: plain text on one line each, without styling, entities, overlays or
 * the repeats of rolling captions. Descriptions of sounds ("[Music]") and speaker marks (">>") stay.
 *
 * @throws AppError source_damaged if these are not captions
 */
export function parseCaptions(source: Uint8Array | string): Cue[] {
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
  const format = captionFormatOf(text)
  if (format === null) throw unreadable('in a format that can’t be read')
  try {
    const shown = readers[format](text)
      .flatMap(({ text: raw, startMs, endMs, parts }) =>
        voicesIn(raw).map((said): Displayed => {
          return { startMs, endMs, parts, lines: visibleLines(said), speaker: speakerOf(said), marks: said.trim() }
        }),
      )
      .filter((cue) => cue.lines.length > 0)
      .sort((one, other) => one.startMs - other.startMs)
    const isNamed = beginWithSpeakers(shown)
    const spoken = isNamed ? shown.map(({ lines: [speaker, ...lines], ...cue }) => ({ ...cue, speaker, lines })) : shown
    const cues = unroll(withoutHighlights(withoutOverlays(spoken)))
    const join = lineJoiner(cues.map(({ lines }) => lines.join(' ')))
    return cues.map((cue) => toCue(cue, join))
  } catch (error) {
    throw unreadable('damaged and can’t be read', error)
  }
}
