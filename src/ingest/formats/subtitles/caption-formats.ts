import { Parser } from 'htmlparser2'
import { z } from 'zod'

/** A part of a cue with its own start: a word of automatic captions. */
interface CuePart {
  text: string
  startMs: number
}

/** Text with the time when it is displayed. */
export interface Cue {
  startMs: number
  endMs: number
  /** One line of plain text, never empty. */
  text: string
  /** The speaker, if the captions name one. */
  speaker?: string
  /** The parts of the text, if the format times words. */
  parts?: readonly CuePart[]
}

/** A cue with its original text: with line breaks, entities and styling marks. */
interface RawCue extends Cue {
  /** Whether it begins one of several files that may have been joined. */
  opensPart?: boolean
}

/** No video has more. */
const MAX_CUES = 100_000

/**
 * A line that times a cue in WebVTT, SubRip or YouTube's SBV; hours may be missing, and the comma of SRT may be a point, or
 * a colon before a number of frames.
 */
const timing =
  /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,3}))?(?:\s*-->\s*|(?<=\.\d{3}),(?=\d{1,4}:\d\d:))(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,3}))?(?:\s|$)/u

function clockMs(groups: readonly (string | undefined)[]): number {
  const [hours = '0', minutes = '0', seconds = '0', fraction = ''] = groups
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
}

/** The number that SubRip writes above a cue, alone on its line. */
const isCounter = (line: string | undefined): boolean => line !== undefined && /^\d{1,7}$/u.test(line.trim())

/** Translation programs put spaces and full-width signs into times. */
function timingOf(line: string): RegExpExecArray | null {
  if (!line.includes('-->')) return /\d,\d/u.test(line) ? timing.exec(line.slice(0, 200)) : null
  const plain = line.slice(0, 200).normalize('NFKC')
  return timing.exec(plain.replace(/(?<=\d[:.,])\s{1,9}(?=\d)|(?<=\d)\s{1,9}(?=[:.,]\d)/gu, ''))
}

/** The first line of a block without speech. */
const isBlockMark = (line: string): boolean => /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/u.test(line)

const linesOf = (text: string): string[] => text.replace(/^[\ufeff\s]+/u, '').split(/\r\n?|\n/u)

/** Shifts the times of a part that start again so that they continue from the part before it. */
function continueTimes(cues: readonly RawCue[]): RawCue[] {
  let [offset, end, lastEnd, lastText] = [0, 0, 0, '']
  let part = new Set<string>()
  return cues.flatMap((cue) => {
    const key = `${cue.startMs} ${cue.text}`
    if (cue.opensPart === true) {
      // A cue across two parts may be in both, or be split between them.
      if (cue.startMs === lastEnd && cue.text === lastText) return []
      if (cue.startMs < lastEnd / 2 && !part.has(key)) offset = end
      part = new Set()
    }
    part.add(key)
    lastEnd = cue.endMs
    lastText = cue.text
    end = Math.max(end, cue.endMs + offset)
    return { ...cue, startMs: cue.startMs + offset, endMs: cue.endMs + offset }
  })
}

/** Time of a stream's clock of 90 kHz at the start of a segment (RFC 8216, 3.5); null for other lines. */
function streamMs(line: string): number | null {
  const ticks = line.startsWith('X-TIMESTAMP-MAP=') ? /MPEGTS:(\d{1,12})/u.exec(line)?.[1] : undefined
  if (ticks === undefined) return null
  const local = /LOCAL:(?:(\d{1,4}):)?(\d\d):(\d\d)\.(\d{3})/u.exec(line)
  return Math.round(Number(ticks) / 90) - clockMs(local?.slice(1) ?? [])
}

/** Identifier of a cue with its speaker, as Webex writes it: 12 "Ada Lind" (3213568). */
const namedCue = /^\d{1,7} "([^"<>]{1,80})"(?: \(\d+\))?\s*$/u

/**
 * Reads WebVTT (https://www.w3.org/TR/webvtt1/): a cue is the text between a line of times and the next empty line.
 * Headers, notes, styles, regions and identifiers are outside of cues. The segments of a stream may have been joined.
 */
function readWebVtt(text: string): RawCue[] {
  const lines = linesOf(text)
  const cues: RawCue[] = []
  let opensPart = false
  let lastClock = Infinity
  let offset = 0
  for (let at = 0; at < lines.length && cues.length < MAX_CUES; at += 1) {
    const line = lines[at] ?? ''
    opensPart ||= at > 0 && isWebVtt(line)
    const clock = streamMs(line)
    if (clock !== null) {
      // A clock that starts again, as after an advertisement, continues from the last cue.
      offset = clock < lastClock ? (cues.at(-1)?.endMs ?? 0) : offset + clock - lastClock
      lastClock = clock
    }
    if (isBlockMark(line) && (lines[at - 1] ?? '').trim() === '') {
      while (at < lines.length && lines[at] !== '') at += 1
      continue
    }
    const match = timingOf(line)
    if (match === null) continue
    const body: string[] = []
    let next = at + 1
    while (next < lines.length && lines[next] !== '' && !/-->|^\ufeff?WEBVTT\s*$/u.test(lines[next] ?? '')) {
      body.push(lines[next] ?? '')
      next += 1
    }
    // Without an empty line, a cue is followed by the number of the next one.
    if ((lines[next] ?? '').includes('-->') && isCounter(body.at(-1))) body.pop()
    const speaker = namedCue.exec(lines[at - 1] ?? '')?.[1]
    const said = body.join('\n')
    cues.push({
      startMs: clockMs(match.slice(1, 5)) + offset,
      endMs: clockMs(match.slice(5, 9)) + offset,
      text: speaker === undefined ? said : `<v ${speaker}>${said}`,
      opensPart,
    })
    opensPart = false
    at = next - 1
  }
  return continueTimes(cues)
}

/**
 * Reads SubRip: a cue is the text between a line of times and the number above the next one. Speech may have empty lines,
 * and numbers may be missing.
 */
function readSubRip(text: string): RawCue[] {
  const lines = linesOf(text).filter((line) => line.trim() !== '')
  const times = lines.flatMap((line, at) => (timingOf(line) === null ? [] : [at]))
  const isNumbered = times.filter((at) => isCounter(lines[at - 1])).length * 2 >= times.length
  const cues: RawCue[] = []
  let body: string[] = []
  const close = (isLast: boolean): void => {
    if (!isLast && isNumbered && isCounter(body.at(-1))) body.pop()
    const cue = cues.at(-1)
    if (cue !== undefined) cue.text = body.join('\n')
    body = []
  }
  for (const line of lines) {
    const match = timingOf(line)
    if (match === null) {
      body.push(line)
      continue
    }
    if (cues.length === MAX_CUES) break
    const opensPart = body.at(-1)?.trim() === '1'
    close(false)
    cues.push({ startMs: clockMs(match.slice(1, 5)), endMs: clockMs(match.slice(5, 9)), text: '', opensPart })
  }
  close(true)
  return continueTimes(cues)
}

/** A line of MicroDVD: "{25}{75}The tide|comes in.", timed in frames, or of MPL2 in tenths of a second: "[10][30]". */
const framed = /^(?:\{(\d{1,7})\}\{(\d{0,7})\}|\[(\d{1,7})\]\[(\d{0,7})\])(.*)$/u

/** Frames a second where a file has none in its first line. */
const FILM_RATE = 23.976

/** Reads MicroDVD and MPL2, which have a cue on each line. */
function readFramed(text: string): RawCue[] {
  let rate = FILM_RATE
  return linesOf(text).flatMap((line) => {
    const [whole, frame, endFrame, tenth, endTenth, words = ''] = framed.exec(line) ?? []
    if (whole === undefined) return []
    if (frame === '1' && endFrame === '1' && Number(words) > 0) {
      rate = Number(words)
      return []
    }
    const ms = (time: string): number => Math.round((Number(time) / (frame === undefined ? 10 : rate)) * 1000)
    const start = frame ?? tenth ?? '0'
    const said = words.replaceAll(/(?<=^|\|)\//gu, '').replaceAll('|', '\n')
    return [{ startMs: ms(start), endMs: ms((endFrame ?? endTenth) || start), text: said }]
  })
}

/** A line of SubStation (.ass): "Dialogue: 0,0:00:01.00,0:00:04.00,Default,Ada,0,0,0,,The tide\\Ncomes in.". */
const dialogue =
  /^Dialogue: [^,]{0,20},(\d{1,2}):(\d\d):(\d\d)\.(\d\d),(\d{1,2}):(\d\d):(\d\d)\.(\d\d),[^,]{0,99},([^,]{0,99}),(?:[^,]{0,99},){4}(.*)$/u

/** The words of a line of SubStation, without its drawings: "{\\p1}m 0 0 l 100 0{\\p0}". */
const withoutDrawings = (said: string): string =>
  said
    .split(/(?=\{[^{}]*\\p\d)/u)
    .filter((part) => !/^\{[^{}]*\\p[1-9]/u.test(part))
    .join('')

/** Reads SubStation, of which only lines of dialogue are speech; their order is any. */
function readSubStation(text: string): RawCue[] {
  return linesOf(text).flatMap((line): RawCue[] => {
    const [whole, ...fields] = dialogue.exec(line) ?? []
    if (whole === undefined) return []
    const [speaker = '', words = ''] = fields.slice(8)
    const said = withoutDrawings(words)
    const [startMs, endMs] = [clockMs(fields.slice(0, 4)), clockMs(fields.slice(4, 8))]
    return [{ startMs, endMs, text: speaker.trim() === '' ? said : `<v ${speaker.trim()}>${said}` }]
  })
}

const segment = z.object({ utf8: z.string().catch(''), tOffsetMs: z.number().catch(0) })

const event = z.object({
  tStartMs: z.number().min(0).catch(0),
  dDurationMs: z.number().min(0).catch(0),
  segs: z.array(segment).max(10_000).optional().catch(undefined),
})

const file = z.object({ events: z.array(event).max(MAX_CUES).catch([]) })

/**
 * Reads YouTube's json3 captions: events with segments. Events without segments only lay out the window, and those that
 * append a line break to rolling captions contain no words.
 *
 * @throws SyntaxError, ZodError
 */
function readJson3(text: string): RawCue[] {
  return file.parse(JSON.parse(text)).events.flatMap(({ tStartMs, dDurationMs, segs = [] }) => {
    const whole = segs.map((seg) => seg.utf8).join('')
    if (whole.trim() === '') return []
    const timed = segs.length > 1 && segs.some((seg) => seg.tOffsetMs > 0)
    const parts = segs.map((seg) => ({ text: seg.utf8, startMs: tStartMs + seg.tOffsetMs }))
    return [{ startMs: tStartMs, endMs: tStartMs + dDurationMs, text: whole, ...(timed ? { parts } : {}) }]
  })
}

interface Open {
  startMs: number
  durationMs: number
  text: string
  parts: CuePart[]
}

/** Captions nest five levels; the parser's work grows with the square of the depth. */
const MAX_DEPTH = 200

type Attributes = Readonly<Record<string, string>>

const milliseconds = (value: string | undefined, unit: number): number => {
  const number = Number(value ?? '0') * unit
  return Number.isFinite(number) && number > 0 ? Math.round(number) : 0
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** A time of TTML (https://www.w3.org/TR/ttml2/#timing-value-time-expression): 00:00:01.5, 1.5s, 15000000t. */
function ttmlMs(written: string, tickMs: number): number {
  const [, amount, metric = ''] = /^([\d.]+)(h|ms?|s|t)$/u.exec(written) ?? []
  if (amount !== undefined) return milliseconds(amount, unitMs[metric] ?? tickMs)
  return clockMs(/^(\d+):(\d+):(\d+)(?:[.:](\d+))?/u.exec(written)?.slice(1) ?? [])
}

/** srv1 counts seconds (start, dur), srv2 and srv3 milliseconds (t, d); TTML has times with units (begin, end, dur). */
function openCue({ start, dur, t, d, begin, end }: Attributes, tickMs: number): Open {
  if (begin !== undefined) {
    const startMs = ttmlMs(begin, tickMs)
    const durationMs = end === undefined ? ttmlMs(dur ?? '', tickMs) : ttmlMs(end, tickMs) - startMs
    return { startMs, durationMs, text: '', parts: [] }
  }
  const [startMs, durationMs] =
    start === undefined
      ? [milliseconds(t, 1), milliseconds(d, 1)]
      : [milliseconds(start, 1000), milliseconds(dur, 1000)]
  return { startMs, durationMs, text: '', parts: [] }
}

function closeCue({ startMs, durationMs, text, parts }: Open): RawCue {
  const timed = parts.length > 1 && parts.some((part) => part.startMs > startMs)
  return { startMs, endMs: startMs + durationMs, text, ...(timed ? { parts } : {}) }
}

/**
 * Reads timed text in XML, YouTube's srv1 (`<transcript><text start dur>`), srv2 (`<timedtext><text t d>`) and srv3
 * (`<timedtext format="3"><body><p t d><s t>`), and TTML. Heads, pens and windows only lay out the text; a paragraph that
 * appends a line break to a window contains no words.
 */
function readTimedXml(xml: string): RawCue[] {
  const cues: RawCue[] = []
  let open: Open | null = null
  let part: CuePart | null = null
  let depth = 0
  let tickMs = 1000
  const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)
  const parser = new Parser(
    {
      onopentag(prefixed, attributes: Attributes) {
        const name = withoutPrefix(prefixed)
        depth += 1
        if (depth > MAX_DEPTH) throw new Error('Timed text that is nested without end.')
        if (name === 'tt') tickMs = 1000 / Number(attributes['ttp:tickRate'] ?? 1)
        if (name === 'p' || name === 'text') open = openCue(attributes, tickMs)
        else if (open !== null && name === 's')
          part = { text: '', startMs: open.startMs + milliseconds(attributes.t, 1) }
        else if (open !== null && name === 'br') open.text += '\n'
      },
      ontext(text) {
        if (open === null) return
        open.text += text
        if (part !== null) part.text += text
        else if (open.parts.length > 0 && text.trim() !== '') open.parts.push({ text, startMs: open.startMs })
      },
      onclosetag(prefixed) {
        const name = withoutPrefix(prefixed)
        depth -= 1
        if (name === 's' && open !== null && part !== null) {
          open.parts.push(part)
          part = null
        } else if ((name === 'p' || name === 'text') && open !== null) {
          if (open.text.trim() !== '' && cues.length < MAX_CUES) cues.push(closeCue(open))
          open = null
          part = null
        }
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return cues
}

/** json3: YouTube's JSON; xml: its srv1, srv2, srv3 and plain transcripts, and TTML; vtt and srt: cues between empty lines; framed: one cue a line; ass: SubStation. */
type CaptionFormat = 'json3' | 'xml' | 'vtt' | 'srt' | 'framed' | 'ass'

/** Detects the format of captions by their beginning; null if unknown. */
export function captionFormatOf(text: string): CaptionFormat | null {
  const head = text
    .slice(0, 4096)
    .replace(/^\ufeff/u, '')
    .trimStart()
  if (framed.test(linesOf(head)[0] ?? '')) return 'framed'
  if (isSubStation(head)) return 'ass'
  if (head.startsWith('{')) return 'json3'
  if (isWebVtt(head)) return 'vtt'
  if (/<(?:transcript|timedtext)[\s>]/u.test(head) || isTtml(head)) return 'xml'
  return linesOf(text).some((line) => timingOf(line) !== null) ? 'srt' : null
}

const isSubStation = (text: string): boolean => /^\[Script Info\]\s/iu.test(text.trimStart())

/** Whether a text is TTML, which has its root first. */
const isTtml = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}>\s*)?<(?:tt:)?tt\s/u.test(text.slice(0, 1000))

const isWebVtt = (line: string): boolean => /^\ufeff?WEBVTT(?:\s|$)/u.test(line)

/** Whether a text is subtitles, whatever program wrote them: most of it belongs to timed cues. */
export function isSubtitles(text: string): boolean {
  if (isSubStation(text) || isTtml(text)) return true
  const lines = linesOf(text)
  if (framed.test(lines[0] ?? '')) return lines.filter((line) => framed.test(line)).length * 2 > lines.length
  let cues = 0
  let inside = 0
  let outside = 0
  let block: 'cue' | 'head' | null = isWebVtt(lines[0] ?? '') ? 'head' : null
  lines.forEach((line, at) => {
    // The line above the times is the cue's number or name.
    const isName = timingOf(lines[at + 1] ?? '') !== null
    if (line.trim() === '') block = null
    else if (timingOf(line) !== null) {
      block = 'cue'
      cues += 1
    } else if (block === null && (isBlockMark(line) || isWebVtt(line))) block = 'head'
    else if (block === 'cue') inside += line.length
    else if (block === null && !isName) outside += line.length
  })
  return cues > 0 && inside >= outside
}

export const readers: Readonly<Record<CaptionFormat, (text: string) => RawCue[]>> = {
  json3: readJson3,
  xml: readTimedXml,
  vtt: readWebVtt,
  srt: readSubRip,
  framed: readFramed,
  ass: readSubStation,
}
