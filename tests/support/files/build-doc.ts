import { buildCompound, type Streams } from './build-compound.ts'

/** A run of characters with formatting: modifiers (sprm) by number, each with its operand's bytes. */
export interface DocRun {
  text: string
  modifiers?: readonly (readonly [number: number, operand: readonly number[]])[]
}

/** A paragraph; its last run gets the mark that ends it. */
export interface DocParagraph {
  runs: readonly DocRun[]
  modifiers?: DocRun['modifiers']
  /** Number of its style. */
  style?: number
  /** Default: carriage return. */
  mark?: string
}

export interface DocParts {
  paragraphs: readonly DocParagraph[]
  footnotes?: readonly DocParagraph[]
  headers?: readonly DocParagraph[]
  endnotes?: readonly DocParagraph[]
  textBoxes?: readonly DocParagraph[]
  /** The modifiers of each character style. */
  styles?: readonly DocRun['modifiers'][]
  /** The modifiers of the heading styles, whose numbers follow those of `styles`. */
  headings?: readonly DocRun['modifiers'][]
  /** Lists with the number formats and texts of their levels. */
  lists?: readonly (readonly (readonly [format: number, text: string])[])[]
  /** Text in one byte per character, as Word writes Windows-1252. */
  narrow?: boolean
  /** Lengths of the pieces of the text; by default, it is one. */
  pieces?: readonly number[]
  /** Number of runs per formatting page; by default, all are in one. */
  pageRuns?: number
  flags?: number
  streams?: Streams
}

const TEXT_START = 0x600

const modifierBytes = (modifiers: DocRun['modifiers'] = []): Buffer =>
  Buffer.concat(modifiers.map(([number, operand]) => Buffer.from([number & 0xff, number >> 8, ...operand])))

const u16 = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer)
const u32 = (...values: number[]): Buffer => Buffer.from(new Uint32Array(values).buffer)

/** A formatting page (FKP): positions, then offsets of their formatting at the end of the page. */
function page(bounds: readonly number[], said: readonly Buffer[], entryBytes: number): Buffer {
  const bytes = Buffer.alloc(512)
  u32(...bounds).copy(bytes)
  let end = 510
  for (const [index, data] of said.entries()) {
    end = (end - data.length) & ~1
    data.copy(bytes, end)
    bytes.writeUInt8(end / 2, 4 * bounds.length + entryBytes * index)
  }
  bytes.writeUInt8(said.length, 511)
  return bytes
}

/** Formatting pages of so many runs, and the table that lists them, with undefined bits set in their numbers. */
function pages(bounds: readonly number[], said: readonly Buffer[], entryBytes: number, runs: number, first: number) {
  const starts = Array.from({ length: Math.ceil(said.length / runs) }, (_, index) => index * runs)
  const numbers = starts.map((_, index) => ((first + index) | 0x8040_0000) >>> 0)
  return {
    data: starts.map((at) => page(bounds.slice(at, at + runs + 1), said.slice(at, at + runs), entryBytes)),
    table: u32(...starts.map((at) => bounds[at] ?? 0), bounds.at(-1) ?? 0, ...numbers),
  }
}

function paragraphData({ modifiers, style = 0 }: DocParagraph): Buffer {
  const content = Buffer.concat([u16(style), modifierBytes(modifiers)])
  return content.length % 2 === 0
    ? Buffer.concat([Buffer.from([0, content.length / 2]), content])
    : Buffer.concat([Buffer.from([(content.length + 1) / 2]), content])
}

function runData({ modifiers }: DocRun): Buffer {
  const content = modifierBytes(modifiers)
  return Buffer.concat([Buffer.from([content.length]), content])
}

function styleSheet(styles: readonly DocRun['modifiers'][], headings: readonly DocRun['modifiers'][]): Buffer {
  const header = Buffer.concat([u16(styles.length + headings.length, 10), Buffer.alloc(14)])
  const definitions = [...styles, ...headings].map((modifiers, at) => {
    const heading = at - styles.length + 1
    const formatting = Buffer.concat([heading > 0 ? u16(at) : u16(), modifierBytes(modifiers)])
    const definition = Buffer.concat([
      heading > 0 ? u16(heading, 0xfff1, 1, 0, 0) : u16(0xffe, 0xfff2, 1, 0, 0),
      u16(1, 'x'.charCodeAt(0), 0),
      u16(formatting.length),
      formatting,
    ])
    return Buffer.concat([u16(definition.length), definition])
  })
  return Buffer.concat([u16(header.length), header, ...definitions])
}

/** Builds the definitions of lists, and the references to them. */
function listTables(lists: NonNullable<DocParts['lists']>): [Buffer, Buffer] {
  const definitions = lists.map((_, at) => {
    const definition = Buffer.alloc(28)
    definition.writeUInt32LE(at + 100)
    return definition
  })
  const levels = lists.flatMap((list) =>
    Array.from({ length: 9 }, (_, at) => {
      const [format, text] = list[at] ?? [255, '']
      const level = Buffer.alloc(28)
      level.writeInt32LE(1)
      level.writeUInt8(format, 4)
      return Buffer.concat([level, u16(text.length), Buffer.from(text, 'utf16le')])
    }),
  )
  const references = lists.map((_, at) => u32(at + 100, 0, 0, 0))
  return [
    Buffer.concat([u16(lists.length), ...definitions, ...levels]),
    Buffer.concat([u32(lists.length), ...references, ...lists.map(() => u32(0xffff_ffff))]),
  ]
}

/** The streams of a Word 97 file of the given paragraphs. */
export function docStreams(parts: DocParts): Record<string, Buffer> {
  const stories = ['footnotes', 'headers', 'endnotes', 'textBoxes'] as const
  const all = [...parts.paragraphs, ...stories.flatMap((story) => parts[story] ?? [])]
  const width = parts.narrow === true ? 1 : 2
  const length = (paragraphs: readonly DocParagraph[] = []): number =>
    paragraphs.reduce(
      (sum, { runs, mark = '\r' }) => sum + runs.reduce((all, run) => all + run.text.length, mark.length),
      0,
    )
  let text = ''
  const runBounds = [TEXT_START]
  const runs: Buffer[] = []
  const paragraphBounds = [TEXT_START]
  for (const { runs: parts, mark = '\r' } of all) {
    for (const [index, run] of parts.entries()) {
      text += index === parts.length - 1 ? run.text + mark : run.text
      runs.push(runData(run))
      runBounds.push(TEXT_START + width * text.length)
    }
    paragraphBounds.push(TEXT_START + width * text.length)
  }
  const textBytes = Buffer.from(text, width === 1 ? 'latin1' : 'utf16le')
  const firstPage = Math.ceil((TEXT_START + textBytes.length) / 512)
  const pageRuns = parts.pageRuns ?? Math.max(runs.length, 1)
  const characters = pages(runBounds, runs, 1, pageRuns, firstPage)
  const nextPage = firstPage + characters.data.length
  const formatted = pages(paragraphBounds, all.map(paragraphData), 13, pageRuns, nextPage)
  const main = Buffer.concat([Buffer.alloc(512 * firstPage), ...characters.data, ...formatted.data])
  textBytes.copy(main, TEXT_START)
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(193, 2)
  main.writeUInt16LE(0x409, 6)
  main.writeUInt16LE(0x1000 | (parts.flags ?? 0), 0x0a)
  u16(14).copy(main, 32)
  u16(22).copy(main, 62)
  u16(93).copy(main, 152)
  const counts = [
    length(parts.paragraphs),
    length(parts.footnotes),
    length(parts.headers),
    0,
    0,
    length(parts.endnotes),
    length(parts.textBoxes),
  ]
  u32(...counts).copy(main, 0x4c)
  const tables: Buffer[] = []
  let at = 0
  const table = (index: number, bytes: Buffer): void => {
    u32(at, bytes.length).copy(main, 154 + 8 * index)
    tables.push(bytes)
    at += bytes.length
  }
  const starts = [0]
  for (const length of parts.pieces ?? [text.length]) starts.push((starts.at(-1) ?? 0) + length)
  const places = starts.slice(0, -1).map((start) => {
    const place = TEXT_START + width * start
    return Buffer.concat([u16(0), u32(width === 1 ? (2 * place) | 0x4000_0000 : place), u16(0)])
  })
  const pieces = Buffer.concat([u32(...starts), ...places])
  table(33, Buffer.concat([Buffer.from([2]), u32(pieces.length), pieces]))
  table(12, characters.table)
  table(13, formatted.table)
  table(1, styleSheet(parts.styles ?? [], parts.headings ?? []))
  for (const [at, bytes] of listTables(parts.lists ?? []).entries()) table(73 + at, bytes)
  return { WordDocument: main, '0Table': Buffer.concat(tables) }
}

/** A Word 97 file. */
export function buildDoc(parts: DocParts): Buffer {
  return buildCompound({ ...docStreams(parts), ...parts.streams })
}
