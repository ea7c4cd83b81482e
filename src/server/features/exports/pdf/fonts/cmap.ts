import { viewOf } from './sfnt.ts'

/** Which glyph stands for a character, by code point. */
export type Characters = ReadonlyMap<number, number>

const BMP = 4
const ALL = 12

/** Segments of 16 bits: four lists of equal length, and the glyphs that they point to from where they stand. */
function readSegments(view: DataView, at: number, characters: Map<number, number>): void {
  const bytes = view.getUint16(at + 6)
  const [ends, starts, deltas, offsets] = [at + 14, at + 16 + bytes, at + 16 + bytes * 2, at + 16 + bytes * 3]
  for (let n = 0; n < bytes; n += 2) {
    const offset = view.getUint16(offsets + n)
    const start = view.getUint16(starts + n)
    for (let code = start; code <= view.getUint16(ends + n) && code !== 0xff_ff; code += 1) {
      const glyph = offset === 0 ? code : view.getUint16(offsets + n + offset + (code - start) * 2)
      const moved = glyph === 0 && offset !== 0 ? 0 : (glyph + view.getUint16(deltas + n)) & 0xff_ff
      if (moved !== 0) characters.set(code, moved)
    }
  }
}

function readGroups(view: DataView, at: number, characters: Map<number, number>): void {
  for (let n = 0; n < view.getUint32(at + 12); n += 1) {
    const group = at + 16 + n * 12
    const start = view.getUint32(group)
    for (let code = start; code <= view.getUint32(group + 4); code += 1) {
      characters.set(code, view.getUint32(group + 8) + code - start)
    }
  }
}

/** The characters of a table `cmap` (https://learn.microsoft.com/typography/opentype/spec/cmap, formats 4 and 12). */
export function readCharacters(table: Uint8Array): Characters {
  const view = viewOf(table)
  const characters = new Map<number, number>()
  for (let n = 0; n < view.getUint16(2); n += 1) {
    const at = view.getUint32(4 + n * 8 + 4)
    const format = view.getUint16(at)
    if (format === BMP) readSegments(view, at, characters)
    else if (format === ALL) readGroups(view, at, characters)
  }
  return characters
}

/** A table `cmap` of format 12, one group a character. */
export function writeCharacters(characters: Characters): Uint8Array {
  const sorted = [...characters].sort(([a], [b]) => a - b)
  const length = 16 + sorted.length * 12
  const table = new Uint8Array(12 + length)
  const view = viewOf(table)
  view.setUint16(2, 1)
  // Windows, all of Unicode.
  view.setUint16(4, 3)
  view.setUint16(6, 10)
  view.setUint32(8, 12)
  view.setUint16(12, ALL)
  view.setUint32(16, length)
  view.setUint32(24, sorted.length)
  for (const [n, [code, glyph]] of sorted.entries()) {
    view.setUint32(28 + n * 12, code)
    view.setUint32(32 + n * 12, code)
    view.setUint32(36 + n * 12, glyph)
  }
  return table
}
