import { addRun, joinRuns, type TextPosition, type TextRun } from '../../parsing/raised-text.ts'
import { isContentsTitle } from '../contents.ts'
import { positionOfOffset } from '../docx/styles.ts'
import { isHiddenField } from '../word/fields.ts'
import type { Budget } from '../word/pieces.ts'
import { type Lists, readLists } from './lists.ts'

/** Fields of the File Information Block ([MS-DOC] 2.5), by offset: lengths of the stories, places of tables. */
const STORIES_AT = 0x4c
const STYLES_AT = 0xa2
const CHARACTERS_AT = 0xfa
const PARAGRAPHS_AT = 0x102
const PIECES_AT = 0x1a2
const LISTS_AT = 0x2e2
const LIST_REFERENCES_AT = 0x2ea

/** Whether a story is read: body, footnotes, headers, macros, annotations, endnotes, text boxes. */
const readStories = [true, true, false, false, false, true, true] as const

/** Ends a cell, in the file and in the text that is returned. */
export const CELL_END = '\u0007'

/**
 * Ends the number of a list item or heading in the text that is returned; the digit after it is the level of a heading, or 0.
 * Numbers and text never contain it.
 */
export const NUMBER_END = '\u0001'

/** Formatting that changes what is read; the first three are positions. */
const positions: readonly TextPosition[] = ['base', 'super', 'sub']
const BASE = 0
const ROW_END = 3
const UNSEEN = 4
const DELETED = 5

/**
 * Modifiers (sprm, [MS-DOC] 2.6) that are on if the lowest bit of their operand is set. Word mostly writes 0x81, the
 * opposite of the style: hardly any style hides or strikes out its text.
 */
const characterSwitches: ReadonlyMap<number, number> = new Map([
  [0x0800, DELETED],
  [0x0837, UNSEEN],
  [0x083c, UNSEEN],
  [0x2a53, UNSEEN],
])
const paragraphSwitches: ReadonlyMap<number, number> = new Map([[0x2417, ROW_END]])
const LIST_LEVEL = 0x260a
const LIST = 0x460b
/** Larger ones take a paragraph out of its list. */
const MAX_LIST = 0x7fe
const STYLE = 0x4a30
const MAX_STYLES = 4096
const POSITION = 0x2a48
/** Moves text from its line by half-points, as LibreOffice raises it. */
const OFFSET = 0x4845
/** Defines the columns of a table; the only modifier whose operand begins with a length of two bytes. */
const TABLE_COLUMNS = 0xd608
/** Lengths of operands, by the three highest bits of the modifier; null for a length in the first byte. */
const operandBytes = [1, 1, 2, 4, 2, 2, null, 3] as const

type Formatting = ReadonlyMap<number, number>

/** Kinds of styles, and the largest number of a built-in heading style, which is also the heading's level. */
const PARAGRAPH_STYLE = 1
const CHARACTER_STYLE = 2
const MAX_HEADING = 9

/** The formatting of styles, by the number of the style ([MS-DOC] 2.9.271 and 2.9.260). */
function readStyles(sheet: Buffer) {
  const numberAt = (at: number): number => (at + 2 <= sheet.length ? sheet.readUInt16LE(at) : 0)
  const characters = new Map<number, Formatting>()
  const paragraphs = new Map<number, ParagraphFormat & { basedOn: number }>()
  let at = 2 + numberAt(0)
  for (let style = 0; style < MAX_STYLES && at < sheet.length; style += 1) {
    // Behind fields of a fixed length: the name with its length and a zero, then the modifiers with theirs.
    const name = at + 2 + numberAt(4)
    const modifiers = name + 4 + 2 * numberAt(name)
    const kind = numberAt(at + 4) & 0xf
    const content = sheet.subarray(modifiers + 2, modifiers + 2 + numberAt(modifiers))
    if (kind === CHARACTER_STYLE) characters.set(style, formattingOf(content, false, new Map()))
    if (kind === PARAGRAPH_STYLE) {
      const builtIn = numberAt(at + 2) & 0xfff
      const heading = builtIn >= 1 && builtIn <= MAX_HEADING ? { heading: builtIn } : {}
      paragraphs.set(style, { ...heading, ...listOf(content.subarray(2)), basedOn: numberAt(at + 4) >> 4 })
    }
    at += 2 + numberAt(at)
  }
  const known = new Map<number, ParagraphFormat>()
  /** Merges the formatting of a style with that of the styles it is based on. */
  const paragraphOf = (style: number): ParagraphFormat =>
    known.getOrInsertComputed(style, () => {
      const chain = new Set<number>()
      for (let id = style; paragraphs.has(id) && !chain.has(id); id = paragraphs.get(id)?.basedOn ?? id) chain.add(id)
      return Object.assign({}, ...[...chain].toReversed().map((id) => paragraphs.get(id)))
    })
  return { characters, paragraphOf }
}
type Styles = ReturnType<typeof readStyles>

/** Formatting of a paragraph, from its style and its own modifiers. */
interface ParagraphFormat {
  list?: number
  level?: number
  /** Level of a heading, from 1. */
  heading?: number
}

/** Iterates over modifiers, with the position of each. */
function* modifiersIn(modifiers: Buffer): Generator<[modifier: number, at: number], undefined> {
  for (let at = 0; at + 2 < modifiers.length; ) {
    const modifier = modifiers.readUInt16LE(at)
    yield [modifier, at]
    // The length of columns is one more than the number of bytes after it.
    if (modifier === TABLE_COLUMNS) at += 3 + (modifiers[at + 2] ?? 0) + 256 * (modifiers[at + 3] ?? 0)
    else at += 2 + (operandBytes[modifier >> 13] ?? (modifiers[at + 2] ?? 0) + 1)
  }
}

/** Finds the list of a paragraph, and the level in it, that modifiers set. */
function listOf(modifiers: Buffer): ParagraphFormat {
  const format: ParagraphFormat = {}
  for (const [modifier, at] of modifiersIn(modifiers)) {
    if (modifier === LIST_LEVEL) format.level = modifiers[at + 2] ?? 0
    else if (modifier === LIST && at + 4 <= modifiers.length) format.list = modifiers.readUInt16LE(at + 2)
  }
  return format
}

/** The formatting that modifiers set, by modifier; of equal modifiers the last one counts. */
function formattingOf(modifiers: Buffer, isParagraph: boolean, styles: ReadonlyMap<number, Formatting>): Formatting {
  const set = new Map<number, number>()
  const switches = isParagraph ? paragraphSwitches : characterSwitches
  for (const [modifier, at] of modifiersIn(modifiers)) {
    const operand = modifiers[at + 2] ?? 0
    const mark = switches.get(modifier)
    if (mark !== undefined) set.set(modifier, (operand & 1) * mark)
    else if (modifier === POSITION && !isParagraph) set.set(modifier, operand % positions.length)
    else if (modifier === OFFSET && !isParagraph && at + 4 <= modifiers.length) {
      set.set(modifier, positions.indexOf(positionOfOffset(modifiers.readInt16LE(at + 2)) ?? 'base'))
    }
    const style = modifier === STYLE && !isParagraph ? styles.get(operand + 256 * (modifiers[at + 3] ?? 0)) : undefined
    if (style !== undefined) for (const [name, formatting] of style) set.set(name, formatting)
  }
  return set
}

const PAGE_BYTES = 512
/** The bits of a page's number; the others are undefined ([MS-DOC] 2.9.204). */
const PAGE_NUMBER = 0x3f_ffff

/**
 * Marks the bytes of the main stream with their formatting, which pages list by runs (FKP, [MS-DOC] 2.9.33 and 2.9.174).
 *
 * @param entryBytes length of a run's entry: 1 for characters, 13 for paragraphs
 * @returns the format of paragraphs, by the position where each ends
 */
function markRuns(
  marks: Uint8Array,
  main: Buffer,
  table: Buffer,
  entryBytes: 1 | 13,
  { characters, paragraphOf }: Styles,
): Map<number, ParagraphFormat> {
  const paragraphs = new Map<number, ParagraphFormat>()
  const count = Math.max(0, Math.floor((table.length - 4) / 8))
  const pages = new Set(
    Array.from({ length: count }, (_, at) => table.readUInt32LE(4 * (count + 1 + at)) & PAGE_NUMBER),
  )
  let end = 0
  for (const number of pages) {
    const page = main.subarray(number * PAGE_BYTES, (number + 1) * PAGE_BYTES)
    const runs = page[PAGE_BYTES - 1] ?? 0
    for (let run = 0; run < runs && 4 * run + 8 <= page.length; run += 1) {
      const from = Math.max(end, page.readUInt32LE(4 * run))
      const to = page.readUInt32LE(4 * run + 4)
      const at = 2 * (page[4 * (runs + 1) + entryBytes * run] ?? 0)
      if (from >= to || at === 0) continue
      end = to
      const length = page[at] ?? 0
      // The length of a paragraph's is in words, perhaps behind a zero, and the number of its style comes first.
      const long = length === 0 ? [4, 2 + 2 * (page[at + 1] ?? 0)] : [3, 2 * length]
      const [start = 0, stop = 0] = entryBytes === 1 ? [1, length + 1] : long
      const modifiers = page.subarray(at + start, at + stop)
      const set = formattingOf(modifiers, entryBytes === 13, characters)
      if (entryBytes === 13 && at + start <= page.length) {
        paragraphs.set(to, { ...paragraphOf(page.readUInt16LE(at + start - 2)), ...listOf(modifiers) })
      }
      // The strongest counts.
      const formatting = Math.max(BASE, ...set.values())
      // Text that was inserted before the end of a row shares its run in files that Word saved fast.
      if (formatting !== BASE) marks.fill(formatting, entryBytes === 1 ? from : Math.max(from, to - 2), to)
    }
  }
  return paragraphs
}

/** Set in the place of a piece with one byte per character, which is doubled then. */
const NARROW = 0x4000_0000

/**
 * Joins the pieces of the text, the marks of their characters ([MS-DOC] 2.8.35), and the formats of paragraphs, by the position
 * of the character that ends each.
 */
function joinPieces(
  main: Buffer,
  table: Buffer,
  formats: Buffer,
  paragraphs: ReadonlyMap<number, ParagraphFormat>,
  budget: Budget,
): [string, Buffer, ReadonlyMap<number, ParagraphFormat>] {
  let at = 0
  while (table[at] === 1) at += 3 + table.readUInt16LE(at + 1)
  const count = Math.floor((table.readUInt32LE(at + 1) - 4) / 12)
  const pieces = table.subarray(at + 5)
  const windows1252 = new TextDecoder('windows-1252')
  const texts: string[] = []
  const marks: string[] = []
  const formatAt = new Map<number, ParagraphFormat>()
  let before = 0
  for (let piece = 0; piece < count; piece += 1) {
    const place = pieces.readUInt32LE(4 * (count + 1) + 8 * piece + 2)
    const [start, width] = place < NARROW ? [place, 2] : [(place - NARROW) / 2, 1]
    const length = pieces.readUInt32LE(4 * piece + 4) - pieces.readUInt32LE(4 * piece)
    const bytes = main.subarray(start, start + width * Math.max(0, length))
    if (bytes.length === 0) continue
    budget.take('characters', bytes.length / width)
    const text = width === 2 ? bytes.toString('utf16le') : windows1252.decode(bytes)
    texts.push(text)
    for (const { index } of text.matchAll(/\p{Cc}/gu)) {
      const format = paragraphs.get(start + width * (index + 1))
      if (format !== undefined) formatAt.set(before + index, format)
    }
    before += text.length
    // Strings, since millions of short pieces would be as many buffers; Latin-1 keeps the lower byte of wide ones.
    marks.push(formats.toString(width === 2 ? 'utf16le' : 'latin1', start, start + bytes.length))
  }
  return [texts.join(''), Buffer.from(marks.join(''), 'latin1'), formatAt]
}

const FIELD_START = '\u0013'
const FIELD_RESULT = '\u0014'
const FIELD_END = '\u0015'

/** The line in which a text ends, or the one before if it is empty. */
const lineBefore = /(?<![^\r])[^\r]*\r?$/u
const MAX_TITLE = 100

/**
 * Marks the codes of fields as deleted, which leaves their results ([MS-DOC] 2.8.25), and the results of tables of contents
 * and indexes; fields may contain fields.
 */
function deleteFieldCodes(text: string, marks: Uint8Array): void {
  const open: { start: number; result?: number }[] = []
  const depths = new Int32Array(text.length + 1)
  for (let at = 0; at < text.length; at += 1) {
    const field = open.at(-1)
    if (text[at] === FIELD_START) open.push({ start: at })
    else if (field !== undefined && text[at] === FIELD_RESULT) field.result ??= at
    else if (field !== undefined && text[at] === FIELD_END) {
      const { start, result = at } = field
      const isHidden = isHiddenField(text.slice(start + 1, result))
      const end = isHidden ? at : result
      // With the heading in the line before.
      const title = isHidden ? (lineBefore.exec(text.slice(Math.max(0, start - MAX_TITLE), start))?.[0] ?? '') : ''
      const from = isContentsTitle(title.trimEnd()) ? start - title.length : start
      depths.set([(depths[from] ?? 0) + 1], from)
      depths.set([(depths[end] ?? 0) - 1], end)
      open.pop()
    }
  }
  depths.reduce((outer, change, at) => {
    if (outer + change > 0) marks[at] = DELETED
    return outer + change
  }, 0)
}

/**
 * The text of a story: a line per paragraph, and per row of a table, whose cells have their ends.
 *
 * @param numberOf returns the number of the paragraph that ends at a position, with `NUMBER_END`
 */
function linesOf(text: string, marks: Uint8Array, numberOf: (at: number) => string): string {
  deleteFieldCodes(text, marks)
  const lines: string[] = []
  let runs: TextRun[] = []
  let start = 0
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at] ?? '\n'
    const isControl = sign < ' ' && sign !== '\t'
    if (!isControl && marks[at] === marks[start]) continue
    const mark = marks[start] ?? BASE
    if (mark < UNSEEN) addRun(runs, text.slice(start, at), positions[mark] ?? 'base')
    start = isControl ? at + 1 : at
    if (!isControl || marks[at] === DELETED) continue
    // Hidden or struck-out text keeps the ends of its paragraphs and cells only.
    if (marks[at] === UNSEEN && '\v\f\u000e\u001e'.includes(sign)) continue
    if (sign === '\u001e') addRun(runs, '\u2011', 'base')
    if (sign !== CELL_END && !'\n\v\f\r\u000e'.includes(sign)) continue
    const line = joinRuns(runs)
    const number = line.trim() === '' || '\n\v\f\u000e'.includes(sign) ? '' : numberOf(at)
    lines.push(number + line, sign === CELL_END && marks[at] !== ROW_END ? CELL_END : '\n')
    runs = []
  }
  return lines.join('')
}

/** The lists of a document; null without any, or if they are damaged. */
function listsIn(main: Buffer, tables: Buffer): Lists | null {
  try {
    const references = main.readUInt32LE(LIST_REFERENCES_AT)
    return readLists(tables.subarray(main.readUInt32LE(LISTS_AT)), tables.subarray(references))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Reads the text of a Word 97 file: its body, footnotes, endnotes and text boxes, without what is deleted, hidden or struck
 * out.
 *
 * @param main the stream "WordDocument"
 * @param tables the stream "0Table" or "1Table"
 * @throws RangeError if the file is damaged, AppError source_too_complex
 */
export function readWordText(main: Buffer, tables: Buffer, budget: Budget): string[] {
  const table = (at: number): Buffer => {
    const from = main.readUInt32LE(at)
    return tables.subarray(from, from + main.readUInt32LE(at + 4))
  }
  const formats = Buffer.alloc(main.length)
  const styles = readStyles(table(STYLES_AT))
  markRuns(formats, main, table(CHARACTERS_AT), 1, styles)
  const paragraphs = markRuns(formats, main, table(PARAGRAPHS_AT), 13, styles)
  const [text, marks, formatAt] = joinPieces(main, table(PIECES_AT), formats, paragraphs, budget)
  const lists = listsIn(main, tables)
  const numberOf = (at: number): string => {
    const { list = 0, level = 0, heading } = formatAt.get(at) ?? {}
    const isItem = list <= MAX_LIST && lists?.has(list) === true
    const number = isItem ? (lists.next(list, level) ?? '') : ''
    return isItem || heading !== undefined ? `${number}${NUMBER_END}${heading ?? 0}` : ''
  }
  let end = 0
  return readStories.flatMap((isRead, index) => {
    const start = end
    end += main.readUInt32LE(STORIES_AT + 4 * index)
    return isRead ? [linesOf(text.slice(start, end), marks.subarray(start, end), (at) => numberOf(start + at))] : []
  })
}
