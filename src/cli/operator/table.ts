import type { Terminal } from '../terminal.ts'

const GAP = 2
/** Narrowest last column that can still be read. */
const LEAST_COLUMNS = 20

const segmenter = new Intl.Segmenter()
/** Scripts whose characters take two columns of a terminal each, and pictures, which do too. */
const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u

/** Columns that a text takes on a terminal. */
function widthOf(text: string): number {
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Breaks a text into lines of at most so many columns; a word that is longer stands in a line of its own. */
function breakLines(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || widthOf(line) + 1 + widthOf(word) > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

/** A row a block, each cell under its name. */
function asBlocks(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const labelWidth = Math.max(...head.map(widthOf)) + GAP
  const block = (row: readonly string[]): string =>
    row.map((cell, index) => `${pad(head[index] ?? '', labelWidth)}${cell}`).join('\n')
  return `${rows.map(block).join('\n\n')}\n`
}

/**
 * Rows under each other, as wide as the terminal: the last column is broken into lines, and where not even that helps
 * each row becomes a block. What goes into a file or a pipe keeps a line a row.
 *
 * @param rows cells without line breaks
 */
export function table(terminal: Terminal, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, index) => Math.max(...[name, ...rows.map((row) => row[index] ?? '')].map(widthOf)))
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0)
  const last = widths.at(-1) ?? 0
  const room = terminal.outputIsScreen ? terminal.columns - before : last
  if (last > room && room < LEAST_COLUMNS) return asBlocks(head, rows)
  const line = (row: readonly string[]): string => {
    const cells = row.slice(0, -1).map((cell, index) => pad(cell, (widths[index] ?? 0) + GAP))
    const broken = breakLines(row.at(-1) ?? '', Math.max(room, 1))
    return `${cells.join('')}${broken.join(`\n${' '.repeat(before)}`)}`.trimEnd()
  }
  return `${[head, ...rows].map(line).join('\n')}\n`
}

/** Facts under each other, each after its name. Those that are null are left out. */
export function facts(pairs: readonly (readonly [string, string | null])[]): string {
  const shown = pairs.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
  const width = Math.max(...shown.map(({ name }) => name.length)) + GAP
  return shown.map(({ name, value }) => `${pad(name, width)}${value}\n`).join('')
}
