import type { Piece } from '../../document.ts'
import { foldLines, foldText } from '../clean-text.ts'
import {
  dropPageLines,
  isConversation,
  isDrawing,
  isMessage,
  isTitleLine,
  isWrapped,
  joinWrapped,
  plainHeading,
  readEmailHead,
} from './structure.ts'
import { parseTranscript } from './transcript.ts'

const heading = /^ {0,3}(#{1,6})\s+(.+?)\s*#*\s*$/u
const listItem = /^\s{0,12}(?:[-*+•‣◦▪–]|(\(?\d{1,3}[.)]))\s+(\S.*)$/u
const quote = /^ {0,3}>\s?(.*)$/u
const fence = /^ {0,3}(```+|~~~+)/u
const rule = /^ {0,3}(?:[-*_=~]\s*){3,}$/u
const tableRow = /^\s*\|.*\|\s*$/u
const tableRule = /^\s*\|?\s*:?-{2,}.*$/u

function stripInlineMarkdown(text: string): string {
  return text
    .replace(/!\[([^\]]{0,500})\]\([^)]{0,2000}\)/gu, '$1')
    .replace(/\[([^\][]{1,500})\]\([^)\s]{1,2000}(?:\s+"[^"]{0,500}")?\)/gu, '$1')
    .replace(/(\*\*|__)(?=\S)(.{1,1000}?)(?<=\S)\1/gu, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]{1,1000}?)(?<=\S)\*(?![\w*])/gu, '$1')
    .replace(/`([^`\n]{1,1000})`/gu, '$1')
}

const markdownSign =
  /^ {0,3}#{1,6}\s+\S|\[[^\][\n]{1,500}\]\(https?:[^)\s]{1,2000}\)|\*\*\S[^*\n]{0,500}\*\*|^ {0,3}```/mu

/** Properties of a text that determine the meaning of its line breaks. */
interface Setting {
  text: string
  markdown: boolean
  /** Single line breaks only wrap. */
  wrapped: boolean
  /** Lines begin with the speaker. */
  conversation: boolean
}

class TextReader {
  readonly pieces: Piece[] = []
  private open: { type: 'paragraph' | 'list-item' | 'quote'; lines: string[]; marker?: string | undefined } | null =
    null
  readonly setting: Setting
  private readonly inline: (text: string) => string

  constructor(setting: Setting) {
    this.setting = setting
    this.inline = setting.markdown ? stripInlineMarkdown : (text) => text
  }

  close(): void {
    const { open } = this
    this.open = null
    if (open === null) return
    const { wrapped, conversation, text } = this.setting
    if (open.type === 'paragraph' && !this.setting.markdown && isDrawing(open.lines))
      return this.push('code', foldLines(open.lines.join('\n')))
    const joined = wrapped || conversation || open.type !== 'paragraph'
    const parts = joined ? [joinWrapped(open.lines, text)] : open.lines
    for (const part of parts) this.push(open.type, foldText(this.inline(part)), { marker: open.marker })
  }

  push(type: Piece['type'], text: string, more: Pick<Piece, 'level' | 'marker'> = {}): void {
    if (/[\p{L}\p{N}]/u.test(text)) this.pieces.push({ type, text, ...more })
  }

  heading(text: string, level: number): void {
    this.close()
    this.push('heading', foldText(this.inline(text)), { level })
  }

  line(type: 'paragraph' | 'list-item' | 'quote', text: string, starts: boolean, marker?: string): void {
    if (starts || this.open === null || (type !== this.open.type && type !== 'paragraph')) {
      this.close()
      this.open = { type, lines: [text], marker }
    } else this.open.lines.push(text)
  }

  /** Turns the last open line into a heading, for Setext underlines; returns false if none is open. */
  underline(level: number): boolean {
    if (this.open?.type !== 'paragraph' || this.open.lines.length !== 1) return false
    const [text = ''] = this.open.lines
    this.open = null
    this.heading(text, level)
    return true
  }
}

/** The consecutive lines from `from` on that pass a test. */
function run(lines: readonly string[], from: number, accept: (line: string) => boolean): string[] {
  let end = from
  while (end < lines.length && accept(lines[end] ?? '')) end += 1
  return lines.slice(from, end)
}

/** Reads a heading without markup; returns false if the line is not one. */
function readPlainHeading(reader: TextReader, lines: readonly string[], index: number): boolean {
  const { markdown, conversation } = reader.setting
  if (markdown || conversation) return false
  const line = lines[index] ?? ''
  const below = lines.slice(index + 1, index + 3)
  const level = plainHeading(line, lines[index - 1] ?? '', below)
  if (level !== null) reader.heading(line, level)
  else if (reader.pieces.length === 0 && index === 0 && isTitleLine(line, below)) reader.heading(line, 1)
  else return false
  return true
}

function readLine(reader: TextReader, lines: readonly string[], index: number): number {
  const line = lines[index] ?? ''
  const marks = fence.exec(line)?.[1]
  if (marks !== undefined) {
    const code = run(lines, index + 1, (inner) => !inner.trim().startsWith(marks))
    reader.close()
    reader.push('code', foldLines(code.join('\n')))
    return index + code.length + 2
  }
  const rows = run(lines, index, (row) => tableRow.test(row))
  if (rows.length > 1) {
    const cells = rows.filter((row) => !tableRule.test(row)).map((row) => foldText(row.trim().replace(/^\||\|$/gu, '')))
    reader.close()
    reader.push('table', cells.join('\n'))
    return index + rows.length
  }
  const title = heading.exec(line)
  if (title?.[2] !== undefined) reader.heading(title[2], title[1]?.length ?? 1)
  else if (line.trim() === '') reader.close()
  else if (/^ {0,3}(?:=+|-+)\s*$/u.test(line) && reader.underline(line.includes('=') ? 1 : 2)) return index + 1
  else if (rule.test(line)) reader.close()
  else if (!readPlainHeading(reader, lines, index)) {
    const [, marker, item] = listItem.exec(line) ?? []
    const quoted = quote.exec(line)?.[1]
    if (item !== undefined) reader.line('list-item', item, true, marker)
    else if (quoted !== undefined) {
      if (quoted.trim() === '') reader.close()
      else reader.line('quote', quoted, false)
    } else reader.line('paragraph', line, reader.setting.conversation && isMessage(line))
  }
  return index + 1
}

/**
 * Splits a pasted text into its parts: prose, Markdown (CommonMark's blocks), email, texts formatted for printing, chat
 * logs, transcripts with times. Joins wrapped lines.
 *
 * @returns pieces in reading order; those of transcripts have their times as places
 */
export function parsePlainText(content: string): Piece[] {
  const given = foldLines(content).split('\n')
  const lines = dropPageLines(given)
  const transcript = parseTranscript(lines)
  if (transcript !== null) return transcript
  const email = readEmailHead(lines)
  const rest = lines.slice(email?.lines ?? 0)
  const text = rest.join('\n')
  const conversation = isConversation(rest)
  const wrapped = lines.length < given.length || isWrapped(rest)
  const reader = new TextReader({ text, markdown: markdownSign.test(text), wrapped, conversation })
  if (email?.subject !== undefined) reader.heading(email.subject, 1)
  for (const header of email?.headers ?? []) reader.push('paragraph', foldText(header))
  for (let index = 0; index < rest.length; ) index = readLine(reader, rest, index)
  reader.close()
  return reader.pieces
}
