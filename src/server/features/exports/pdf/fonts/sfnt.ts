/** A font's tables by their tags ("glyf", "OS/2"). */
export type FontTables = ReadonlyMap<string, Uint8Array>

/** The version of fonts with TrueType outlines. */
const TRUETYPE = 0x00_01_00_00
const HEADER_BYTES = 12
const RECORD_BYTES = 16

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/**
 * The tables of an OpenType font, as views of its bytes
 * (https://learn.microsoft.com/typography/opentype/spec/otff, "Organization of an OpenType Font").
 */
export function readTables(font: Uint8Array): FontTables {
  const view = viewOf(font)
  const tables = new Map<string, Uint8Array>()
  for (let n = 0; n < view.getUint16(4); n += 1) {
    const record = HEADER_BYTES + n * RECORD_BYTES
    const tag = String.fromCharCode(...font.subarray(record, record + 4))
    const offset = view.getUint32(record + 8)
    tables.set(tag, font.subarray(offset, offset + view.getUint32(record + 12)))
  }
  return tables
}

/** A table of a font that cannot do without it. */
export function tableOf(tables: FontTables, tag: string): Uint8Array {
  const table = tables.get(tag)
  if (table === undefined) throw new Error(`This font has no table ${tag}.`)
  return table
}

const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4

/** A font of tables. Checksums stay empty: what reads it here neither looks at them nor hands the font on as it is. */
export function writeFont(tables: FontTables): Uint8Array {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const begin = HEADER_BYTES + sorted.length * RECORD_BYTES
  const font = new Uint8Array(sorted.reduce((bytes, [, table]) => bytes + padded(table.length), begin))
  const view = viewOf(font)
  const power = Math.floor(Math.log2(sorted.length))
  view.setUint32(0, TRUETYPE)
  view.setUint16(4, sorted.length)
  view.setUint16(6, 2 ** power * RECORD_BYTES)
  view.setUint16(8, power)
  view.setUint16(10, (sorted.length - 2 ** power) * RECORD_BYTES)
  let offset = begin
  for (const [n, [tag, table]] of sorted.entries()) {
    const record = HEADER_BYTES + n * RECORD_BYTES
    font.set(Buffer.from(tag, 'latin1'), record)
    view.setUint32(record + 8, offset)
    view.setUint32(record + 12, table.length)
    font.set(table, offset)
    offset += padded(table.length)
  }
  return font
}

/** Names of the table `name`: family, style, whole name, name for PostScript. */
const FAMILY = 1
const STYLE = 2
const WHOLE = 4
const POSTSCRIPT = 6
const WINDOWS = [3, 1, 0x0409] as const

/** A table `name` that calls a font by a family of its own. */
export function nameTable(family: string): Uint8Array {
  const names: [id: number, name: string][] = [
    [FAMILY, family],
    [STYLE, 'Regular'],
    [WHOLE, family],
    [POSTSCRIPT, family.replaceAll(' ', '-')],
  ]
  const texts = names.map(([, name]) => Buffer.from(name, 'utf16le').swap16())
  const begin = 6 + names.length * 12
  const table = Buffer.alloc(texts.reduce((bytes, text) => bytes + text.length, begin))
  table.writeUInt16BE(names.length, 2)
  table.writeUInt16BE(begin, 4)
  let offset = begin
  for (const [n, text] of texts.entries()) {
    const record = [...WINDOWS, names[n]?.[0] ?? 0, text.length, offset - begin]
    for (const [field, value] of record.entries()) table.writeUInt16BE(value, 6 + n * 12 + field * 2)
    text.copy(table, offset)
    offset += text.length
  }
  return table
}

/** The same font under a family of its own. */
export function renamed(font: Uint8Array, family: string): Uint8Array {
  return writeFont(new Map([...readTables(font), ['name', nameTable(family)]]))
}
