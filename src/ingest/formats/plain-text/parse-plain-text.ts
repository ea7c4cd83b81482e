import type { Piece } from '../../document.ts'
import { authorsIn, isNoTitle } from '../../title-lines.ts'
import { foldLines, foldText } from '../clean-text.ts'
import { isSubtitles } from '../subtitles/caption-formats.ts'
import { readSubtitles } from '../subtitles/read-subtitles.ts'
import { readGutenberg } from './gutenberg.ts'
import { dropContents, readMemoHead } from './memo.ts'
import {
  compoundsIn,
  dropPageLines,
  isConversation,
  isDrawing,
  isEvent,
  isMessage,
  isTitleLine,
  isVerse,
  isWrapped,
  isWrappedParagraph,
  joinWrapped,
  plainHeading,
  readEmailHead,
  wrapWidth,
} from './structure.ts'
import { parseTranscript } from './transcript.ts'

const listItem = /^\s{0,12}(?:[-*+•‣◦▪–]|o(?=\s{2})|(\(?\d{1,3}[.)]))\s+(\S.*)$/u
const quote = /^ {0,3}(?:>\s?){1,20}(.*)$/u
const rule = /^ {0,3}(?:[-*_=~]\s*){3,}$/u
const tableRow = /^\s*\|.*\|\s*$/u
const tableRule = /^\s*(?:\|\s*)?:?--/u

/** Properties of a text that determine the meaning of its line breaks. */
interface Setting {
  /** Words with a hyphen. */
  compounds: ReadonlySet<string>
  /** Single line breaks only wrap. */
  wrapped: boolean
  /** The width of wrapped lines, in columns. */
  width: number
  /** Lines begin with the speaker. */
  conversation: boolean
}

class TextReader {
  readonly pieces: Piece[] = []
  #open: { type: 'paragraph' | 'list-item' | 'quote'; lines: string[]; marker?: string | undefined } | null = null
  readonly setting: Setting

  constructor(setting: Setting) {
    this.setting = setting
  }

  /** Whether no line with text has been read. */
  get isEmpty(): boolean {
    return this.pieces.length === 0 && this.#open === null
  }

  close(): void {
    const open = this.#open
    this.#open = null
    if (open === null) return
    const { wrapped, width, conversation, compounds } = this.setting
    if (open.type === 'paragraph' && isDrawing(open.lines)) return this.push('code', foldLines(open.lines.join('\n')))
    const prose = (wrapped || isWrappedParagraph(open.lines)) && !isVerse(open.lines, wrapped ? width : 0)
    const joined = conversation || open.type !== 'paragraph' || prose
    const parts = joined ? [joinWrapped(open.lines, compounds)] : open.lines
    for (const part of parts) this.push(open.type, foldText(part), { marker: open.marker })
  }

  push(type: Piece['type'], text: string, more: Pick<Piece, 'level' | 'marker'> = {}): void {
    if (/[\p{L}\p{N}]/u.test(text)) this.pieces.push({ type, text, ...more })
  }

  heading(text: string, level: number): void {
    this.close()
    this.push('heading', foldText(text), { level })
  }

  line(type: 'paragraph' | 'list-item' | 'quote', text: string, starts: boolean, marker?: string): void {
    if (starts || this.#open === null || (type !== this.#open.type && type !== 'paragraph')) {
      this.close()
      this.#open = { type, lines: [text], marker }
    } else this.#open.lines.push(text)
  }

  /** Turns the last open line into a heading, for Setext underlines; returns false if none is open. */
  underline(level: number): boolean {
    if (this.#open?.type !== 'paragraph' || this.#open.lines.length !== 1) return false
    const [text = ''] = this.#open.lines
    this.#open = null
    this.heading(text, level)
    return true
  }
}

/** Lines in which the text below a title is looked for. */
const TITLE_REACH = 12

/** Whether the first line of a text is its title. A byline and a date may separate it from the text. */
function opensWithTitle(line: string, below: readonly string[]): boolean {
  return isNoTitle(below[0] ?? '') && isTitleLine(line, below.find((next) => !isNoTitle(next)) ?? '')
}

/** Reads a heading without markup; returns false if the line is not one. */
function readPlainHeading(reader: TextReader, lines: readonly string[], index: number): boolean {
  if (reader.setting.conversation) return false
  const line = lines[index] ?? ''
  const below = lines.slice(index + 1, index + TITLE_REACH)
  const found = plainHeading(line, lines[index - 1] ?? '', below)
  const level = found ?? (reader.isEmpty && opensWithTitle(line, below) ? 1 : null)
  if (level === null || authorsIn(line).length > 0) return false
  reader.heading(line, level)
  return true
}

function readLine(reader: TextReader, lines: readonly string[], index: number): number {
  const line = lines[index] ?? ''
  let end = index
  while (tableRow.test(lines[end] ?? '')) end += 1
  const rows = lines.slice(index, end)
  if (rows.length > 1) {
    const cells = rows.filter((row) => !tableRule.test(row)).map((row) => foldText(row.trim().replace(/^\||\|$/gu, '')))
    reader.close()
    reader.push('table', cells.join('\n'))
    return end
  }
  if (line.trim() === '') reader.close()
  else if (/^ {0,3}(?:={2,}|-{3,})\s*$/u.test(line) && reader.underline(line.includes('=') ? 1 : 2)) return index + 1
  else if (rule.test(line)) reader.close()
  else if (!readPlainHeading(reader, lines, index)) {
    const [, marker, item] = listItem.exec(line) ?? []
    const quoted = quote.exec(line)?.[1]
    if (item !== undefined) reader.line('list-item', item, true, marker)
    else if (quoted !== undefined) {
      if (quoted.trim() === '') reader.close()
      else reader.line('quote', quoted, false)
    } else reader.line('paragraph', line, reader.setting.conversation && (isMessage(line) || isEvent(line)))
  }
  return index + 1
}

/** Whether a text has a form of its own, such as a mail or an RFC, in which marks of Markdown are signs. */
export function hasOwnForm(content: string): boolean {
  const lines = foldLines(content).split('\n')
  return readGutenberg(lines) !== null || readMemoHead(lines) !== null || readEmailHead(lines) !== null
}

/**
 * Splits a text into its parts: prose, email, texts formatted for printing, chat logs, transcripts with times, subtitles.
 * Joins wrapped lines.
 *
 * @returns pieces in reading order, with times in transcripts; the title and author that the text declares, or null
 */
export function readPlainText(content: string) {
  const given = foldLines(content).split('\n')
  if (isSubtitles(content)) return { pieces: readSubtitles(content), title: null, author: null }
  const book = readGutenberg(given)
  const lines = dropContents(dropPageLines(book?.lines ?? given))
  const email = readEmailHead(lines)
  const facts = { title: book?.title ?? null, author: book?.author ?? email?.author ?? null }
  const transcript = parseTranscript(lines)
  if (transcript !== null) return { pieces: transcript, ...facts }
  const memo = readMemoHead(lines)
  const rest = lines.slice(memo?.lines ?? email?.lines ?? 0)
  const conversation = isConversation(rest)
  const wrapped = lines.length < (book?.lines ?? given).length || isWrapped(rest)
  const reader = new TextReader({
    compounds: compoundsIn(rest.join('\n')),
    wrapped,
    width: wrapWidth(rest),
    conversation,
  })
  const title = memo?.title ?? email?.subject
  if (title !== undefined) reader.heading(title, 1)
  for (const header of memo?.head ?? email?.headers ?? []) reader.push('paragraph', foldText(header))
  for (let index = 0; index < rest.length; ) index = readLine(reader, rest, index)
  reader.close()
  return { pieces: reader.pieces, ...facts }
}

/** The parts of a text, as `readPlainText` reads them. */
export const parsePlainText = (content: string): Piece[] => readPlainText(content).pieces
