import type { Turn } from '../request.ts'

/** A line of the prompt's material: a block of the source, or a note about some blocks. */
export interface PromptLine {
  /** Ids of the block, or of the blocks that the note cites. */
  ids: readonly string[]
  text: string
  /** Headings are not repeated; among notes, quotes are the source's own words. */
  kind: 'text' | 'heading' | 'quote'
}

/** A parsed prompt. */
export interface ParsedPrompt {
  lines: readonly PromptLine[]
  /** The question that must be answered; empty in other prompts. */
  question: string
  /** Statements of a summary that must be checked. */
  statements: readonly { number: number; text: string }[]
  /** Numbers of those with names and figures that were not found in the source. */
  missing: readonly number[]
  /** All text outside the fences, instructions included. */
  outside: string
}

const opening = /^<([a-z]+)-([0-9a-f]{16})>$/
const anyClosing = /<\/\s*(?:source|notes|statements)[^>]{0,80}>/i
const labeled = /^\[(quote )?(b\d+(?:-b\d+)?(?: b\d+)*)\] (.*)$/
const statementLabel = /^\[s(\d+)\+?(?: b\d+(?:-b\d+)?)*\] (.*)$/
const missingLabel = /^\[missing (\d+)\] /
const questionLabel = /^\[question\] (.*)$/
const otherLabel = /^\[[a-z]+(?: \d+)?\] /
const headingMark = /^#{1,6} /

/** The blocks of a line, of which all but the first begin with their number: `[b12] One. |13 Two.` */
function parseLine(line: string): PromptLine[] {
  const [first = '', ...others] = line.split(/ \|(?=\d+ )/)
  const parsed = parseFirst(first)
  if (parsed === null) return []
  const further = others.map((text) => parseFirst(`[b${text.replace(' ', '] ')}`))
  return [parsed, ...further.filter((each) => each !== null)]
}

function parseFirst(line: string): PromptLine | null {
  const [, quote, ids, text = ''] = labeled.exec(line) ?? []
  if (ids === undefined) return null
  const heading = headingMark.test(text)
  return {
    ids: ids.split(' '),
    text: text.replace(headingMark, ''),
    kind: heading ? 'heading' : quote === undefined ? 'text' : 'quote',
  }
}

/** Parses a prompt line by line. */
class LineReader {
  readonly lines: PromptLine[] = []
  readonly statements: { number: number; text: string }[] = []
  readonly missing: number[] = []
  readonly outside: string[] = []
  question = ''
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
    if (parsed.length > 0) {
      this.lines.push(...parsed)
      return
    }
    const [, number, text = ''] = statementLabel.exec(line) ?? []
    if (number !== undefined) this.statements.push({ number: Number(number), text })
    const [, question] = questionLabel.exec(line) ?? []
    if (question !== undefined) this.question = question
    const missing = missingLabel.exec(line)
    if (missing !== null) this.missing.push(Number(missing[1]))
    if (number !== undefined || otherLabel.test(line)) return
    const last = this.lines.pop()
    if (last !== undefined) this.lines.push({ ...last, text: `${last.text} ${line}`.trim() })
  }
}

/**
 * Extracts the material from its fences: one block a line, `[b12] text`, between `<source-MARKER>` and
 * `</source-MARKER>`, short blocks joined as `[b12] text |13 text`; notes as `[b12 b15] text`. A prompt without a fence is material as far as its lines have ids.
 * @param credulous whether anything that looks like a closing tag ends the fence, whatever its marker
 */
export function parsePrompt(turns: readonly Turn[], credulous = false): ParsedPrompt {
  const reader = new LineReader(credulous)
  for (const { text } of turns) for (const line of text.split('\n')) reader.read(line)
  const { lines, statements, missing, outside, question } = reader
  const loose = lines.length > 0 ? lines : outside.flatMap((line) => parseLine(line.trim()))
  return { lines: loose, question, statements, missing, outside: outside.join('\n') }
}
