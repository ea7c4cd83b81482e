import { readCharacters, writeCharacters } from './cmap.ts'
import { type FontTables, nameTable, readTables, tableOf, viewOf, writeFont } from './sfnt.ts'

/** A font, taken apart as far as it takes to have its glyphs. */
export interface Outlines {
  tables: FontTables
  characters: ReadonlyMap<number, number>
}

/** Takes apart a font with TrueType outlines. */
export function readOutlines(font: Uint8Array): Outlines {
  const tables = readTables(font)
  return { tables, characters: readCharacters(tableOf(tables, 'cmap')) }
}

/** Flags of a part of a glyph that is put together (https://learn.microsoft.com/typography/opentype/spec/glyf). */
const WORDS = 0x00_01
const SCALED = 0x00_08
const MORE = 0x00_20
const SCALED_IN_BOTH = 0x00_40
const TRANSFORMED = 0x00_80

function partBytes(flags: number): number {
  const scale = (flags & SCALED) !== 0 ? 2 : (flags & SCALED_IN_BOTH) !== 0 ? 4 : (flags & TRANSFORMED) !== 0 ? 8 : 0
  return 4 + ((flags & WORDS) === 0 ? 2 : 4) + scale
}

/** The glyphs of a new font while it grows. The first one of the first font stands for what is missing. */
class Growing {
  readonly glyphs: Uint8Array[] = []
  readonly advances: Uint8Array[] = []

  /** Adds a glyph of a font, with those that it is put together of, and says which one it is here. */
  add({ tables }: Outlines, glyph: number, known: Map<number, number>): number {
    const already = known.get(glyph)
    if (already !== undefined) return already
    const added = this.glyphs.length
    known.set(glyph, added)
    const outline = outlineOf(tables, glyph)
    this.glyphs.push(outline)
    this.advances.push(advanceOf(tables, glyph))
    const view = viewOf(outline)
    if (outline.length < 10 || view.getInt16(0) >= 0) return added
    for (let at = 10; ; ) {
      const flags = view.getUint16(at)
      view.setUint16(at + 2, this.add({ tables, characters: new Map() }, view.getUint16(at + 2), known))
      if ((flags & MORE) === 0) return added
      at += partBytes(flags)
    }
  }
}

/** A copy of a glyph's outline; empty for one that has none. */
function outlineOf(tables: FontTables, glyph: number): Uint8Array {
  const offsets = viewOf(tableOf(tables, 'loca'))
  const long = viewOf(tableOf(tables, 'head')).getInt16(50) === 1
  const at = (n: number): number => (long ? offsets.getUint32(n * 4) : offsets.getUint16(n * 2) * 2)
  return tableOf(tables, 'glyf').slice(at(glyph), at(glyph + 1))
}

/** A glyph's width and bearing, four bytes: glyphs beyond the list have the last width of it. */
function advanceOf(tables: FontTables, glyph: number): Uint8Array {
  const table = tableOf(tables, 'hmtx')
  const count = viewOf(tableOf(tables, 'hhea')).getUint16(34)
  if (glyph < count) return table.slice(glyph * 4, glyph * 4 + 4)
  const bearing = count * 4 + (glyph - count) * 2
  return Uint8Array.of(...table.slice(count * 4 - 4, count * 4 - 2), ...table.slice(bearing, bearing + 2))
}

function withUint16(table: Uint8Array, at: number, value: number): Uint8Array {
  const copy = table.slice()
  viewOf(copy).setUint16(at, value)
  return copy
}

/** The tables `glyf` and `loca` of a list of outlines. */
function glyphTables(glyphs: readonly Uint8Array[]): [glyf: Uint8Array, loca: Uint8Array] {
  const glyf = new Uint8Array(glyphs.reduce((bytes, glyph) => bytes + glyph.length + (glyph.length % 2), 0))
  const loca = new Uint8Array((glyphs.length + 1) * 4)
  let offset = 0
  for (const [n, glyph] of glyphs.entries()) {
    glyf.set(glyph, offset)
    offset += glyph.length + (glyph.length % 2)
    viewOf(loca).setUint32((n + 1) * 4, offset)
  }
  return [glyf, loca]
}

/**
 * One font of some characters out of several fonts of the same design. Fontsource hands out Chinese, Japanese and Korean
 * fonts in a hundred slices each; a line set in so many fonts would be shaped character by character. Their glyphs need
 * no rules of substitution, which are left out.
 *
 * @param picked the characters to take from each font, by code point; those a font does not have are left out
 * @param family what the new font is called
 */
export function mergeFonts(picked: ReadonlyMap<Outlines, ReadonlySet<number>>, family: string): Uint8Array {
  const [first] = picked.keys()
  if (first === undefined) throw new Error('There is no font to merge.')
  const growing = new Growing()
  const characters = new Map<number, number>()
  for (const [font, codes] of picked) {
    const known = new Map<number, number>()
    growing.add(font, 0, known)
    for (const code of codes) {
      const glyph = font.characters.get(code)
      if (glyph !== undefined) characters.set(code, growing.add(font, glyph, known))
    }
  }
  const [glyf, loca] = glyphTables(growing.glyphs)
  const count = growing.glyphs.length
  const post = new Uint8Array(32)
  viewOf(post).setUint32(0, 0x00_03_00_00)
  return writeFont(
    new Map([
      ['OS/2', tableOf(first.tables, 'OS/2')],
      ['cmap', writeCharacters(characters)],
      ['glyf', glyf],
      ['head', withUint16(tableOf(first.tables, 'head'), 50, 1)],
      ['hhea', withUint16(tableOf(first.tables, 'hhea'), 34, count)],
      ['hmtx', Buffer.concat(growing.advances)],
      ['loca', loca],
      ['maxp', withUint16(tableOf(first.tables, 'maxp'), 4, count)],
      ['name', nameTable(family)],
      ['post', post],
    ]),
  )
}
