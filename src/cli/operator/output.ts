import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { wrapWords } from '../../shared/text/format.ts'
import { displayWidth, type Terminal } from '../terminal.ts'

/** Control characters and bidirectional marks, which could control a terminal or reorder its text. */
const controls = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu
/** Those of them that JSON leaves as they are. */
const controlsInJson = /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu

/** Formats text of users as one line, without characters that control a terminal. */
export function plainLine(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(controls, '').trim()
}

/** Formats an object as JSON, with characters that control a terminal escaped. */
export function toJsonText(value: unknown): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `${JSON.stringify(value, null, 2).replace(controlsInJson, escape)}\n`
}

const day = z.iso.date()
/** Zod's precision -1 is a time without seconds. */
const moment = z.union([day, z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })])
const DAY_MS = 24 * 60 * 60_000

/** Parses a moment, or a day as its beginning (UTC). */
export function parseSince(typed: string): Date {
  if (moment.safeParse(typed).success) return new Date(typed)
  throw new InvalidArgumentError('Expected a day such as 2026-12-31, or a time such as 2026-12-31T18:00Z.')
}

/** Parses a moment, or a day as its end (UTC). */
export const parseUntil = (typed: string): Date =>
  new Date(parseSince(typed).getTime() + (day.safeParse(typed).success ? DAY_MS : 0))

/** Formats a time to the minute, in UTC. */
export function shownMoment(date: Date): string {
  const iso = date.toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

const GAP = 2
/** Minimum width of a readable last column. */
const MIN_LAST_COLUMN = 20

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - displayWidth(text)))

/** Formats each row as a block of labeled cells. */
function asBlocks(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const labelWidth = Math.max(...head.map(displayWidth)) + GAP
  const block = (row: readonly string[]): string =>
    row.map((cell, index) => `${pad(head[index] ?? '', labelWidth)}${cell}`).join('\n')
  return `${rows.map(block).join('\n\n')}\n`
}

/**
 * Formats a table as wide as the terminal: the last column wraps, and when it would be too narrow, each row becomes a
 * block. Files and pipes get one line per row.
 * @param rows cells without line breaks
 */
export function table(terminal: Terminal, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, index) =>
    Math.max(...[name, ...rows.map((row) => row[index] ?? '')].map(displayWidth)),
  )
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0)
  const last = widths.at(-1) ?? 0
  const available = terminal.outputIsScreen ? terminal.columns - before : last
  if (last > available && available < MIN_LAST_COLUMN) return asBlocks(head, rows)
  const line = (row: readonly string[]): string => {
    const cells = row.slice(0, -1).map((cell, index) => pad(cell, (widths[index] ?? 0) + GAP))
    const broken = wrapWords(row.at(-1) ?? '', Math.max(available, 1), displayWidth)
    return `${cells.join('')}${broken.join(`\n${' '.repeat(before)}`)}`.trimEnd()
  }
  return `${[head, ...rows].map(line).join('\n')}\n`
}

/** Formats a list as a table, or `empty` without rows; `more` adds that there are more than the limit. */
export function listing(
  terminal: Terminal,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { empty, more }: { empty: string; more: boolean },
): string {
  if (rows.length === 0) return `${empty}\n`
  return `${table(terminal, head, rows)}${more ? '\nThere are more: raise --limit.\n' : ''}`
}

/** Formats labeled values, one per line, and leaves out those that are null. */
export function facts(pairs: readonly (readonly [string, string | null])[]): string {
  const shown = pairs.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
  const width = Math.max(...shown.map(({ name }) => name.length)) + GAP
  return shown.map(({ name, value }) => `${pad(name, width)}${value}\n`).join('')
}
