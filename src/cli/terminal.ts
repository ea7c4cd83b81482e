import type { Readable, Writable } from 'node:stream'

/** Width of a line where no terminal says how wide it is, in columns. */
const USUAL_WIDTH = 80

/** Width of a line: the first that is known. A terminal that does not know its own says 0. */
export function widthOf(reported: readonly (number | undefined)[]): number {
  return reported.find((columns) => columns !== undefined && columns > 0) ?? USUAL_WIDTH
}

/** What the command talks to: tests hand in their own. */
export interface Terminal {
  input: Readable
  output: Writable
  errors: Writable
  /** Whether a person watches the output, and the errors. */
  outputIsScreen: boolean
  errorsAreScreen: boolean
  /** Width of the screen, in characters. */
  columns: number
  /** What relative paths are relative to. */
  folder: string
}

/** Writes, and waits where the reader is slower than we are. */
export async function write(stream: Writable, text: string): Promise<void> {
  if (stream.write(text)) return
  await new Promise<void>((resolve) => {
    stream.once('drain', resolve)
  })
}

const WIDEST = 88

/** Breaks a paragraph for a screen; text that goes into a file or a pipe is left as it is. */
export function wrap(terminal: Terminal, text: string, indent = ''): string {
  if (!terminal.outputIsScreen) return text
  const width = Math.min(terminal.columns, WIDEST) - indent.length
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join(`\n${indent}`)
}
