import { damaged } from '../refusals.ts'
import type { Bytes } from './bytes.ts'
import type { Fib } from './fib.ts'
import { applyModifiers, type Properties } from './sprms.ts'

/** A run of the document's characters that stand together in the main stream. */
export interface TextPiece {
  /** Character positions, the end not included. */
  start: number
  end: number
  /** Where it stands, in bytes. */
  at: number
  /** Two bytes a character, UTF-16; else one, in a code page. */
  wide: boolean
  /** Formatting on top of what its characters have, as quick saves leave it. */
  properties: Properties
}

const CLX_MODIFIERS = 1
const CLX_PIECES = 2
const DESCRIPTOR_BYTES = 8
/** Files saved quickly have some hundreds. */
const MAX_PIECES = 300_000

interface Clx {
  /** What each list of modifiers makes of text. */
  modifiers: Properties[]
  pieces: Bytes | null
}

/** Takes the parts of a CLX apart ([MS-DOC] 2.9.38). */
function readClx(clx: Bytes, generation: Fib['generation']): Clx {
  const modifiers: Properties[] = []
  for (let at = 0; at < clx.length; ) {
    const kind = clx.u8(at)
    if (kind === CLX_PIECES) return { modifiers, pieces: clx.slice(at + 5, clx.u32(at + 1)) }
    if (kind !== CLX_MODIFIERS) break
    const properties: Properties = {}
    applyModifiers(properties, clx.slice(at + 3, clx.u16(at + 1)), generation)
    modifiers.push(properties)
    at += 3 + clx.u16(at + 1)
  }
  return { modifiers, pieces: null }
}

/** In Word 97 a bit of the place says that the text has one byte a character, and the place then counts double. */
const NARROW = 0x4000_0000

function pieceOf(fib: Fib, start: number, end: number, place: number, properties: Properties): TextPiece {
  if (fib.generation < 8) return { start, end, at: place, wide: fib.wideText, properties }
  const narrow = (place & NARROW) !== 0
  const at = place & (NARROW - 1)
  return { start, end, at: narrow ? Math.floor(at / 2) : at, wide: !narrow, properties }
}

/** The short modifier that marks text as deleted: sprmCFRMarkDel is number 0x41 of those ([MS-DOC] 2.9.215). */
const SHORT_DELETED = 0x41

/** A piece's modifiers: one that fits into 15 bits, or a number in the list of the CLX ([MS-DOC] 2.9.214). */
function propertiesOf(bits: number, list: readonly Properties[]): Properties {
  if ((bits & 1) === 1) return list[bits >> 1] ?? {}
  return ((bits >> 1) & 0x7f) === SHORT_DELETED && bits >> 8 !== 0 ? { deleted: true } : {}
}

/**
 * Reads the table of pieces that the text is made of.
 *
 * @param tables the stream with the tables
 * @throws AppError source_damaged
 */
export function readPieces(fib: Fib, tables: Bytes): TextPiece[] {
  const { at, length } = fib.tables.pieces
  const { modifiers, pieces: table } = readClx(tables.slice(at, length), fib.generation)
  if (table === null) {
    if (fib.generation === 8) throw damaged('Word document')
    const total = Object.values(fib.stories).reduce((sum: number, count: number) => sum + count, 0)
    return [{ start: 0, end: total, at: fib.textStart, wide: fib.wideText, properties: {} }]
  }
  const count = Math.min(MAX_PIECES, Math.floor((table.length - 4) / (4 + DESCRIPTOR_BYTES)))
  const pieces: TextPiece[] = []
  let last = 0
  for (let index = 0; index < count; index += 1) {
    const start = table.u32(4 * index)
    const end = table.u32(4 * index + 4)
    const descriptor = 4 * (count + 1) + DESCRIPTOR_BYTES * index
    // Positions only ever grow.
    if (start < last || end <= start) continue
    last = end
    const properties = propertiesOf(table.u16(descriptor + 6), modifiers)
    pieces.push(pieceOf(fib, start, end, table.u32(descriptor + 2), properties))
  }
  return pieces
}
