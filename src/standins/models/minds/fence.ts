import type { Turn } from '../request.ts'

/** A line of the material: a block of the source, or a note on one. */
export interface ReadBlock {
  id: string
  text: string
  heading: boolean
}

/** A prompt as a reader takes it apart. */
export interface Reading {
  blocks: readonly ReadBlock[]
  /** All that stands outside the fences, instructions included. */
  outside: string
}

const opening = /^<(source|notes)-([0-9a-f]{16})>$/
const anyClosing = /<\/\s*(?:source|notes)[^>]{0,80}>/i
const blockLine = /^\[(b\d+)\] (.*)$/
const headingMark = /^#{1,6} /

function toBlock([, id = '', text = '']: RegExpExecArray): ReadBlock {
  return { id, text: text.replace(headingMark, ''), heading: headingMark.test(text) }
}

/** Reads the lines of one turn, one after the other. */
class LineReader {
  readonly blocks: ReadBlock[] = []
  readonly outside: string[] = []
  readonly #credulous: boolean
  #closing: string | null = null

  constructor(credulous: boolean) {
    this.#credulous = credulous
  }

  read(line: string): void {
    if (this.#closing === null) {
      const [, kind, marker] = opening.exec(line.trim()) ?? []
      if (marker === undefined) this.outside.push(line)
      else this.#closing = `</${kind}-${marker}>`
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
    const match = blockLine.exec(line)
    if (match !== null) {
      this.blocks.push(toBlock(match))
      return
    }
    const last = this.blocks.pop()
    if (last !== undefined) this.blocks.push({ ...last, text: `${last.text} ${line}`.trim() })
  }
}

/**
 * Takes the material out of its fences: one block a line, `[b12] text`, between `<source-MARKER>` and
 * `</source-MARKER>`. A prompt without a fence is material as far as its lines have ids.
 *
 * @param credulous whether everything that looks like a closing marker is believed, whatever its random part
 */
export function readFences(turns: readonly Turn[], credulous = false): Reading {
  const reader = new LineReader(credulous)
  for (const { text } of turns) for (const line of text.split('\n')) reader.read(line)
  const { blocks, outside } = reader
  if (blocks.length > 0) return { blocks, outside: outside.join('\n') }
  const loose = outside.flatMap((line) => {
    const match = blockLine.exec(line.trim())
    return match === null ? [] : [toBlock(match)]
  })
  return { blocks: loose, outside: outside.join('\n') }
}
