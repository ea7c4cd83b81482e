import type { Bytes } from './bytes.ts'
import type { Fib } from './fib.ts'

/** A run of the document's characters that stand together in the main stream. */
export interface TextPiece {
  /** Character positions, the end not included. */
  start: number
  end: number
  /** Where it stands, in bytes. */
  at: number
  /** Two bytes a character, UTF-16; else one, in a code page. */
  wide: boolean
  /** Formatting on top of what its characters have: the property modifiers of a quick save. */
  modifiers: Bytes | null
}

const CLX_MODIFIERS = 1
const CLX_PIECES = 2
const DESCRIPTOR_BYTES = 8
/** Files saved quickly have some hundreds. */
const MAX_PIECES = 1_000_000

interface Clx {
  modifiers: Bytes[]
  pieces: Bytes | null
}

/** Takes the parts of a CLX apart ([MS-DOC] 2.9.38). */
function readClx(clx: Bytes): Clx {
  const modifiers: Bytes[] = []
  for (let at = 0; at < clx.length; ) {
    const kind = clx.u8(at)
    if (kind === CLX_PIECES) return { modifiers, pieces: clx.slice(at + 5, clx.u32(at + 1)) }
    if (kind !== CLX_MODIFIERS) break
    modifiers.push(clx.slice(at + 3, clx.u16(at + 1)))
    at += 3 + clx.u16(at + 1)
  }
  return { modifiers, pieces: null }
}

/** In Word 97 a bit of the place says that the text has one byte a character, and the place then counts double. */
const NARROW = 0x4000_0000

function pieceOf(fib: Fib, start: number, end: number, place: number, modifiers: Bytes | null): TextPiece {
  if (fib.generation < 8) return { start, end, at: place, wide: fib.wideText, modifiers }
  const narrow = (place & NARROW) !== 0
  const at = place & (NARROW - 1)
  return { start, end, at: narrow ? Math.floor(at / 2) : at, wide: !narrow, modifiers }
}

/** A piece's modifiers: one that fits into its 15 bits, or a number in the list of the CLX ([MS-DOC] 2.9.214). */
function modifiersOf(bits: number, list: readonly Bytes[]): Bytes | null {
  return (bits & 1) === 1 ? (list[bits >> 1] ?? null) : null
}

/** Whether a short modifier marks the piece as deleted: sprmCFRMarkDel is number 0x41 of those ([MS-DOC] 2.9.215). */
const SHORT_DELETED = 0x41

/**
 * Reads the table of pieces that the text is made of.
 *
 * @param tables the stream with the tables
 */
export function readPieces(fib: Fib, tables: Bytes): { pieces: TextPiece[]; deleted: ReadonlySet<TextPiece> } {
  const { at, length } = fib.tables.pieces
  const clx = readClx(tables.slice(at, length))
  const deleted = new Set<TextPiece>()
  if (clx.pieces === null) {
    const total = Object.values(fib.stories).reduce((sum: number, count: number) => sum + count, 0)
    const place = fib.textStart
    return { pieces: [{ start: 0, end: total, at: place, wide: fib.wideText, modifiers: null }], deleted }
  }
  const table = clx.pieces
  const count = Math.min(MAX_PIECES, Math.floor((table.length - 4) / (4 + DESCRIPTOR_BYTES)))
  const pieces: TextPiece[] = []
  for (let index = 0; index < count; index += 1) {
    const start = table.u32(4 * index)
    const end = table.u32(4 * index + 4)
    const descriptor = 4 * (count + 1) + DESCRIPTOR_BYTES * index
    const bits = table.u16(descriptor + 6)
    if (end <= start) continue
    const piece = pieceOf(fib, start, end, table.u32(descriptor + 2), modifiersOf(bits, clx.modifiers))
    pieces.push(piece)
    if ((bits & 1) === 0 && ((bits >> 1) & 0x7f) === SHORT_DELETED && bits >> 8 !== 0) deleted.add(piece)
  }
  return { pieces, deleted }
}
