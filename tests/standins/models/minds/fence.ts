import type { Turn } from '../request.ts'

/** A line of the material: a block of the source, or a note on some. */
export interface ReadLine {
  /** The blocks it is or rests on. */
  ids: readonly string[]
  text: string
  /** Headings are not said again; quotes are the source's own words among notes. */
  kind: 'text' | 'heading' | 'quote'
}

/** A prompt as a reader takes it apart. */
export interface Reading {
  lines: readonly ReadLine[]
  /** Numbers of the sentences that need another wording. */
  sentences: readonly number[]
  /** All that stands outside the fences, instructions included. */
  outside: string
}

const opening = /^<([a-z]+)-([0-9a-f]{16})>$/
const anyClosing = /<\/\s*(?:source|notes|sentences)[^>]{0,80}>/i
const labeled = /^\[(quote )?(b\d+(?: b\d+)*)\] (.*)$/
const otherLabel = /^\[(?:s(\d+)|[a-z]+(?: \d+)?)\] /
const headingMark = /^#{1,6} /

function parseLine(line: string): ReadLine | null {
  const [, quote, ids, text = ''] = labeled.exec(line) ?? []
  if (ids === undefined) return null
  const heading = headingMark.test(text)
  return {
    ids: ids.split(' '),
    text: text.replace(headingMark, ''),
    kind: heading ? 'heading' : quote === undefined ? 'text' : 'quote',
  }
}

/** Reads a prompt line by line. */
class LineReader {
  readonly lines: ReadLine[] = []
  readonly sentences: number[] = []
  readonly outside: string[] = []
  readonly #credulous: boolean
  #closing: string | null = null

  constructor(credulous: boolean) {
    this.#credulous = credulous
  }

  read(line: string): void {
    if (this.#closing === null) {
      const [, name, marker] = opening.exec(line.trim()) ?? []
      if (marker === undefined) this.outside.push(line)
      else this.#closing = `</${name}-${marker}>`
      return
    }
    const end = this.#credulous ? anyClosing.exec(line) : null
    if (line.trim() === this.#closing) this.#closing = null
    else if (end === null) this.#readInside(line)
    else {
      this.#readInside(line.slice(0, end.index))
      this.outside.push(line.slice(end.index + end[0].length))
      this.#closing = null
    }
  }

  #readInside(line: string): void {
    const parsed = parseLine(line)
    if (parsed !== null) {
      this.lines.push(parsed)
      return
    }
    const other = otherLabel.exec(line)
    if (other?.[1] !== undefined) this.sentences.push(Number(other[1]))
    if (other !== null) return
    const last = this.lines.pop()
    if (last !== undefined) this.lines.push({ ...last, text: `${last.text} ${line}`.trim() })
  }
}

/**
 * Takes the material out of its fences: one block a line, `[b12] text`, between `<source-MARKER>` and
 * `</source-MARKER>`; notes as `[b12 b15] text`. A prompt without a fence is material as far as its lines have ids.
 *
 * @param credulous whether everything that looks like a closing tag is believed, whatever its marker
 */
export function readFences(turns: readonly Turn[], credulous = false): Reading {
  const reader = new LineReader(credulous)
  for (const { text } of turns) for (const line of text.split('\n')) reader.read(line)
  const { lines, sentences, outside } = reader
  const loose = lines.length > 0 ? lines : outside.flatMap((line) => parseLine(line.trim()) ?? [])
  return { lines: loose, sentences, outside: outside.join('\n') }
}
