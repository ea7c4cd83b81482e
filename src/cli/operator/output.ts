import { InvalidArgumentError } from 'commander'
import type { Terminal } from '../terminal.ts'

/** Control characters and bidirectional marks, which could command a terminal or reorder its text. */
const orders = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
/** Those of them that JSON leaves as they are. */
const ordersInJson = /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu

/** User-written text as one line, without terminal control characters. */
export function plainLine(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(orders, '').trim()
}

/** An object as JSON, without characters that a terminal would act on. */
export function toJsonText(value: unknown): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `${JSON.stringify(value, null, 2).replace(ordersInJson, escape)}\n`
}

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/
const DAY_MS = 24 * 60 * 60_000

/** February 30th is no day, though some would take it for March 2nd. */
function isRealDay(typed: string): boolean {
  const date = new Date(typed)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(typed)
}

function parse(typed: string): Date {
  const date = new Date(typed)
  if ((day.test(typed) || moment.test(typed)) && isRealDay(typed.slice(0, 10)) && !Number.isNaN(date.getTime()))
    return date
  throw new InvalidArgumentError('A day such as 2026-12-31 is needed, or a moment such as 2026-12-31T18:00Z.')
}

/** The first moment of a day (UTC), or the moment itself, as ISO 8601. */
export const firstMoment = (typed: string): string => parse(typed).toISOString()

/** The end of a day (UTC): that day still counts. Or the moment itself. ISO 8601. */
export function lastMoment(typed: string): string {
  const date = parse(typed)
  return new Date(date.getTime() + (day.test(typed) ? DAY_MS : 0)).toISOString()
}

/** A time to the minute, in UTC. */
export function shownMoment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

const GAP = 2
/** Narrowest last column that can still be read. */
const LEAST_COLUMNS = 20

const segmenter = new Intl.Segmenter()
/** Scripts whose characters take two columns of a terminal each, and pictures, which do too. */
const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u

/** Columns that a text takes on a terminal. */
function displayWidth(text: string): number {
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - displayWidth(text)))

/** Wraps a text to a number of columns; longer words get their own line. */
function breakLines(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || displayWidth(line) + 1 + displayWidth(word) > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines
}

/** A row a block, each cell under its name. */
function asBlocks(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const labelWidth = Math.max(...head.map(displayWidth)) + GAP
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
  const widths = head.map((name, index) =>
    Math.max(...[name, ...rows.map((row) => row[index] ?? '')].map(displayWidth)),
  )
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
