import { Parser } from 'htmlparser2'
import { type CuePart, MAX_CUES, type RawCue } from './cue.ts'

interface Open {
  startMs: number
  durationMs: number
  text: string
  parts: CuePart[]
}

/** Captions nest five deep; the parser's work grows with the square of the depth. */
const MAX_DEPTH = 200

type Attributes = Readonly<Record<string, string>>

const milliseconds = (value: string | undefined, unit: number): number => {
  const number = Number(value ?? '0') * unit
  return Number.isFinite(number) && number > 0 ? Math.round(number) : 0
}

/** srv1 counts seconds (start, dur), srv2 and srv3 milliseconds (t, d). */
function openCue(attributes: Attributes): Open {
  const seconds = attributes.start !== undefined
  return {
    startMs: seconds ? milliseconds(attributes.start, 1000) : milliseconds(attributes.t, 1),
    durationMs: seconds ? milliseconds(attributes.dur, 1000) : milliseconds(attributes.d, 1),
    text: '',
    parts: [],
  }
}

function closeCue({ startMs, durationMs, text, parts }: Open): RawCue {
  const timed = parts.length > 1 && parts.some((part) => part.startMs > startMs)
  return { startMs, endMs: startMs + durationMs, text, ...(timed ? { parts } : {}) }
}

/**
 * Reads YouTube's timed text in XML: srv1 (`<transcript><text start dur>`), srv2 (`<timedtext><text t d>`) and srv3
 * (`<timedtext format="3"><body><p t d><s t>`). Heads, pens and windows only lay the text out; a paragraph that appends
 * a line break to a window holds no words.
 */
export function readTimedXml(xml: string): RawCue[] {
  const cues: RawCue[] = []
  let open: Open | null = null
  let part: CuePart | null = null
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes: Attributes) {
        depth += 1
        if (depth > MAX_DEPTH) throw new Error('Timed text that is nested without end.')
        if (name === 'p' || name === 'text') open = openCue(attributes)
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
      onclosetag(name) {
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
