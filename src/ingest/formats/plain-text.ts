import type { Piece } from '../document.ts'
import { foldLines, foldText } from './clean-text.ts'

const heading = /^ {0,3}(#{1,6})\s+(.+?)\s*#*\s*$/u
const listItem = /^\s{0,12}(?:[-*+•‣◦▪–]|\(?\d{1,3}[.)])\s+(\S.*)$/u
const quote = /^ {0,3}>\s?(.*)$/u
const fence = /^ {0,3}(```+|~~~+)/u
const rule = /^ {0,3}(?:[-*_=~]\s*){3,}$/u
const tableRow = /^\s*\|.*\|\s*$/u
const tableRule = /^\s*\|?\s*:?-{2,}.*$/u

/** Lines of wrapped prose are about as long as a mail's or a terminal's. */
const WRAP_MIN = 45
const WRAP_MAX = 100

/**
 * Whether single line breaks are only there because an editor wrapped the lines, rather than to end paragraphs: most
 * lines are of about the same middling length, and few end a sentence.
 */
function isWrapped(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '')
  if (full.length < 2) return true
  const lengths = full.map((line) => line.length)
  if (Math.max(...lengths.slice(0, 5000)) > WRAP_MAX + 20) return false
  const inner = full.slice(0, -1).filter((line) => line.length >= WRAP_MIN && line.length <= WRAP_MAX)
  const open = full.filter((line) => !/[.!?:;。！？…"”’)]\s*$/u.test(line))
  return inner.length >= full.length * 0.5 && open.length >= full.length * 0.5
}

/** Marks of emphasis and links are not part of what a Markdown text says. */
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

class TextReader {
  readonly pieces: Piece[] = []
  private open: { type: 'paragraph' | 'list-item' | 'quote'; lines: string[] } | null = null
  private readonly joinLines: boolean
  private readonly inline: (text: string) => string

  constructor(joinLines: boolean, markdown: boolean) {
    this.joinLines = joinLines
    this.inline = markdown ? stripInlineMarkdown : (text) => text
  }

  close(): void {
    const { open } = this
    this.open = null
    if (open === null) return
    const parts = this.joinLines || open.type !== 'paragraph' ? [open.lines.join(' ')] : open.lines
    for (const part of parts) this.push(open.type, foldText(this.inline(part)))
  }

  push(type: Piece['type'], text: string, level?: number): void {
    if (/[\p{L}\p{N}]/u.test(text)) this.pieces.push({ type, text, ...(level === undefined ? {} : { level }) })
  }

  heading(text: string, level: number): void {
    this.close()
    this.push('heading', foldText(this.inline(text)), level)
  }

  line(type: 'paragraph' | 'list-item' | 'quote', text: string, starts: boolean): void {
    if (starts || this.open === null || (type !== this.open.type && type !== 'paragraph')) {
      this.close()
      this.open = { type, lines: [text] }
    } else this.open.lines.push(text)
  }

  /** Turns the last open line into a heading, for Setext underlines; false when none is open. */
  underline(level: number): boolean {
    if (this.open?.type !== 'paragraph' || this.open.lines.length !== 1) return false
    const [text = ''] = this.open.lines
    this.open = null
    this.heading(text, level)
    return true
  }
}

/** Takes the lines from `from` on that a test accepts. */
function run(lines: readonly string[], from: number, accept: (line: string) => boolean): string[] {
  let end = from
  while (end < lines.length && accept(lines[end] ?? '')) end += 1
  return lines.slice(from, end)
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
  if (tableRow.test(line)) {
    const rows = run(lines, index, (row) => tableRow.test(row))
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
  else {
    const item = listItem.exec(line)?.[1]
    const quoted = quote.exec(line)?.[1]
    if (item !== undefined) reader.line('list-item', item, true)
    else if (quoted !== undefined) {
      if (quoted.trim() === '') reader.close()
      else reader.line('quote', quoted, false)
    } else reader.line('paragraph', line, false)
  }
  return index + 1
}

/** Cuts a plain or Markdown text into its parts. Line breaks that only wrap a paragraph are joined. */
export function parsePlainText(content: string): Piece[] {
  const text = foldLines(content)
  const lines = text.split('\n')
  const markdown = markdownSign.test(text)
  const reader = new TextReader(markdown || isWrapped(lines), markdown)
  for (let index = 0; index < lines.length; ) index = readLine(reader, lines, index)
  reader.close()
  return reader.pieces
}
