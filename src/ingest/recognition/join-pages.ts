/** A page as a JPEG picture in shades of gray. */
export interface JpegPage {
  jpeg: Uint8Array
  width: number
  height: number
}

/** Types of fields, and tags, of TIFF 6.0 and its JPEG supplement (technical note 2). */
const [SHORT, LONG] = [3, 4]
const JPEG_COMPRESSION = 7
const BLACK_IS_ZERO = 1

const HEADER_BYTES = 8
const FIELD_BYTES = 12

const fieldsOf = ({ jpeg, width, height }: JpegPage, start: number): [tag: number, type: number, value: number][] => [
  [0x01_00, LONG, width],
  [0x01_01, LONG, height],
  [0x01_02, SHORT, 8],
  [0x01_03, SHORT, JPEG_COMPRESSION],
  [0x01_06, SHORT, BLACK_IS_ZERO],
  [0x01_11, LONG, start],
  [0x01_15, SHORT, 1],
  [0x01_16, LONG, height],
  [0x01_17, LONG, jpeg.byteLength],
]

/** Joins pages into one TIFF file, so that pictures that belong together are read like any scan of several pages. */
export function joinPages(pages: readonly JpegPage[]): Uint8Array {
  const parts: Buffer[] = []
  let at = HEADER_BYTES
  for (const [index, page] of pages.entries()) {
    // Directories begin at even offsets.
    const padding = Buffer.alloc(page.jpeg.byteLength % 2)
    const fields = fieldsOf(page, at)
    const directory = Buffer.alloc(2 + fields.length * FIELD_BYTES + 4)
    directory.writeUInt16LE(fields.length, 0)
    for (const [number, [tag, type, value]] of fields.entries()) {
      const offset = 2 + number * FIELD_BYTES
      directory.writeUInt16LE(tag, offset)
      directory.writeUInt16LE(type, offset + 2)
      directory.writeUInt32LE(1, offset + 4)
      directory.writeUInt32LE(value, offset + 8)
    }
    const end = at + page.jpeg.byteLength + padding.byteLength + directory.byteLength
    const following = pages[index + 1]
    // The next directory follows its picture.
    if (following !== undefined) {
      directory.writeUInt32LE(end + following.jpeg.byteLength + (following.jpeg.byteLength % 2), directory.length - 4)
    }
    parts.push(Buffer.from(page.jpeg), padding, directory)
    at = end
  }
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1')
  const first = pages[0]?.jpeg.byteLength ?? 0
  header.writeUInt32LE(HEADER_BYTES + first + (first % 2), 4)
  return new Uint8Array(Buffer.concat([header, ...parts]))
}
