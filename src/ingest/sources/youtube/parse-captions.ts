import { AppError } from '../../../shared/errors.ts'
import { UPLOAD_TRANSCRIPT } from '../../advice.ts'
import { foldText } from '../../formats/clean-text.ts'
import { type Cue, type RawCue, readCueBlocks, readJson3, readTimedXml } from './caption-formats.ts'

/** Tags that style captions in SRT, WebVTT and YouTube's own formats. Others are words: "the <div> tag". */
const styling =
  /<\/?(?:i|b|u|s|c|v|p|em|strong|font|span|ruby|rt|lang|br)(?:[\s.:][^<>]{0,300})?\/?>|<(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}>/giu
/** Positions and drawing orders of SubStation, which strays into SRT: {\an8}. */
const override = /\{\\[^{}]{0,200}\}/gu

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
  shy: '',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole
}

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/giu

/** The words of a line of captions: styling gone, entities read. White space stays as it is. */
function plainWords(text: string): string {
  const bare = text.includes('<') ? text.replace(styling, '') : text
  const placed = bare.includes('{\\') ? bare.replace(override, '') : bare
  return placed.includes('&') ? placed.replace(entity, decodeEntity) : placed
}

/** The lines of a cue as a viewer sees them, empty ones left out. */
function visibleLines(text: string): string[] {
  return plainWords(text.replace(/<br\s*\/?>/giu, '\n'))
    .split(/\r\n?|\n/u)
    .map(foldText)
    .filter((line) => line !== '')
}

/** A cue as it is displayed, line by line. */
interface Displayed {
  startMs: number
  endMs: number
  lines: readonly string[]
}

/** Rolling captions flash a finished line for a moment before the next one rolls in. */
const FLASH_MS = 50
/** Cues further apart than this were not rolled from one into the next. */
const MAX_GAP_MS = 1000
/** Captions roll in windows of two or three lines; more than these are no window's. */
const MAX_WINDOW_LINES = 5

const wordsOf = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' '))

/** How many words at the start of a cue the cue before it already shows, as whole lines up to its end. */
function shownAlready(before: Displayed, cue: Displayed): number {
  if (cue.startMs - before.endMs > MAX_GAP_MS || before.lines.length > MAX_WINDOW_LINES) return 0
  const words = wordsOf(cue.lines)
  for (let from = 0; from < before.lines.length; from += 1) {
    const shown = wordsOf(before.lines.slice(from))
    if (shown.length <= words.length && shown.every((word, at) => word === words[at])) return shown.length
  }
  return 0
}

/** Whether a repeat can only come from rolling: somebody who says a line twice shows it twice, alone and whole. */
function isRolled(before: Displayed, cue: Displayed, shown: number): boolean {
  if (shown === 0) return false
  return (
    shown < wordsOf(cue.lines).length || shown < wordsOf(before.lines).length || cue.endMs - cue.startMs <= FLASH_MS
  )
}

/**
 * Takes the repeats out of rolling captions, in which a line stands below first and above next. Captions count as
 * rolling when half of the cues repeat what the one before shows, so that refrains of songs stay.
 */
function unroll<T extends Displayed>(cues: readonly T[]): T[] {
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

/** json3: YouTube's JSON; xml: its srv1, srv2, srv3 and plain transcripts; vtt and srt: cues between empty lines. */
type CaptionFormat = 'json3' | 'xml' | 'vtt' | 'srt'

/** Tells the format of captions from their first characters; null where they are none. */
export function captionFormatOf(text: string): CaptionFormat | null {
  const head = text
    .slice(0, 4096)
    .replace(/^\ufeff/u, '')
    .trimStart()
  if (head.startsWith('{')) return 'json3'
  if (/^WEBVTT(?:\s|$)/u.test(head)) return 'vtt'
  if (/<(?:transcript|timedtext)[\s>]/u.test(head)) return 'xml'
  return /^[^\n]{0,200}\n?\s*\S{4,20}\s*-->/u.test(head) ? 'srt' : null
}

const readers: Readonly<Record<CaptionFormat, (text: string) => RawCue[]>> = {
  json3: readJson3,
  xml: readTimedXml,
  vtt: readCueBlocks,
  srt: readCueBlocks,
}

type Shown = Displayed & { parts: RawCue['parts'] }

/** Styled captions draw a text several times over itself, for outlines and shadows. */
function withoutOverlays(cues: readonly Shown[]): Shown[] {
  const kept: Shown[] = []
  for (const cue of cues) {
    const line = cue.lines.join('\n')
    const same = kept.slice(-8).some((other) => other.startMs === cue.startMs && other.lines.join('\n') === line)
    if (!same) kept.push(cue)
  }
  return kept
}

function toCue({ startMs, endMs, lines, parts }: Shown): Cue {
  const text = lines.join(' ')
  const plain = parts?.map((part) => ({ text: plainWords(part.text), startMs: part.startMs }))
  // Words can be pointed at only as long as they are those of the text.
  const timed = plain !== undefined && foldText(plain.map((part) => part.text).join('')) === text
  return { startMs, endMs: Math.max(startMs, endMs), text, ...(timed ? { parts: plain } : {}) }
}

/**
 * Reads captions into cues in the order of time: plain text on one line each, without styling, entities, overlays or
 * the repeats of rolling captions. Descriptions of sounds ("[Music]") and speaker marks (">>") stay.
 *
 * @param format told from the content when left out
 * @throws AppError source_damaged when these are no captions
 */
export function parseCaptions(source: Uint8Array | string, format?: CaptionFormat): Cue[] {
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
  const known = format ?? captionFormatOf(text)
  if (known === null)
    throw new AppError(
      'source_damaged',
      `The captions of this video are in a format that can’t be read. Instead, ${UPLOAD_TRANSCRIPT}`,
    )
  try {
    const shown = readers[known](text)
      .map(({ startMs, endMs, text: raw, parts }): Shown => ({ startMs, endMs, lines: visibleLines(raw), parts }))
      .filter((cue) => cue.lines.length > 0)
      .sort((one, other) => one.startMs - other.startMs)
    return unroll(withoutOverlays(shown)).map(toCue)
  } catch (error) {
    throw new AppError(
      'source_damaged',
      `The captions of this video are damaged and can’t be read. Instead, ${UPLOAD_TRANSCRIPT}`,
      { cause: error },
    )
  }
}
