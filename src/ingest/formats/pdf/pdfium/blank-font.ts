/** Bits of the OS/2 table for the code pages of Japanese, both Chinese and Korean (OpenType, ulCodePageRange1). */
const EAST_ASIAN_CODE_PAGES = (1 << 17) | (1 << 18) | (1 << 19) | (1 << 20)

const UNITS_PER_EM = 1000

const u16 = (...values: number[]): number[] => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff])
const u32 = (...values: number[]): number[] => u16(...values.flatMap((value) => [value >>> 16, value & 0xffff]))
const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')]
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)

/** One outline: a square as high and wide as a line. */
function square(): number[] {
  const box = u16(0, -120, UNITS_PER_EM, 880)
  const corners = u16(0, 0, UNITS_PER_EM, 0)
  const heights = u16(-120, 1000, 0, -1000)
  return [...u16(1), ...box, ...u16(3, 0), 1, 1, 1, 1, ...corners, ...heights, 0, 0]
}

function nameTable(family: string): number[] {
  const style = 'Regular'
  const records = [...u16(1, 0, 0, 1, family.length, 0), ...u16(1, 0, 0, 2, style.length, family.length)]
  return [...u16(0, 2, 6 + records.length), ...records, ...ascii(family + style)]
}

function os2Table(): number[] {
  const metrics = u16(3, UNITS_PER_EM, 400, 5, 0, ...zeros(11))
  const ranges = [...zeros(10), ...u32(0, 0, 0, 0), ...ascii('NONE')]
  const vertical = u16(0x40, 0x20, 0xffff, 880, -120, 0, 880, 120)
  return [...metrics, ...ranges, ...vertical, ...u32(EAST_ASIAN_CODE_PAGES, 0), ...u16(0, 0, 0, 0x20, 1)]
}

/** A character map of one range, in the format for many characters with one shape (13). */
const cmapTable = (): number[] => [
  ...u16(0, 1, 3, 10),
  ...u32(12),
  ...u16(13, 0),
  ...u32(28, 0, 1),
  ...u32(0x20, 0x2ffff, 1),
]

function tables(family: string): [string, number[]][] {
  const glyph = square()
  const head = [
    ...u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
    ...u16(0, UNITS_PER_EM),
    ...zeros(16),
    ...u16(0, -120, UNITS_PER_EM, 880, 0, 8, 2, 0, 0),
  ]
  const hhea = [...u32(0x10000), ...u16(880, -120, 0, UNITS_PER_EM, 0, 0, UNITS_PER_EM, 1, 0, 0, 0, 0, 0, 0, 0, 1)]
  const maxp = [...u32(0x10000), ...u16(2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]
  return [
    ['OS/2', os2Table()],
    ['cmap', cmapTable()],
    ['glyf', [...glyph, ...glyph]],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', u16(UNITS_PER_EM, 0, 0)],
    ['loca', u16(0, glyph.length / 2, glyph.length)],
    ['maxp', maxp],
    ['name', nameTable(family)],
    ['post', [...u32(0x30000), ...zeros(28)]],
  ]
}

/**
 * A TrueType font (OpenType 1.9, chapter "OpenType font file") whose every character is the same square, for the
 * languages of East Asia. PDFium takes the place of text from the shapes of its letters and skips text without shape,
 * so that without any font columns of Japanese that bring none of their own would be lost.
 */
export function blankFont(): Uint8Array {
  const parts = tables('Squares')
  const directory = [...u32(0x10000), ...u16(parts.length, 128, 3, parts.length * 16 - 128)]
  const body: number[] = []
  const start = 12 + parts.length * 16
  for (const [tag, table] of parts) {
    directory.push(...ascii(tag), ...u32(0, start + body.length, table.length))
    body.push(...table, ...zeros((4 - (table.length % 4)) % 4))
  }
  return Uint8Array.from([...directory, ...body])
}
