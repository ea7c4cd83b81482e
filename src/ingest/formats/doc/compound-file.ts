/** Signature of a compound file ([MS-CFB] 2.2), the container of Office files before 2007 and of encrypted ones since. */
const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Size of a directory entry ([MS-CFB] 2.6.1), and the offsets of its fields. */
const ENTRY_BYTES = 128
const NAME_LENGTH_AT = 0x40
const START_SECTOR_AT = 0x74
const SIZE_AT = 0x78

/** Shorter streams share sectors ([MS-CFB] 2.2). */
const MINI_STREAM_BYTES = 4096

/** Offset of the sector size in the file's header, as a power of two. */
const SECTOR_SHIFT_AT = 0x1e

/** Streams and storages that identify a kind of file. */
const signs = [
  ['EncryptedPackage', 'encrypted'],
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
  ['__properties_version1.0', 'msg'],
] as const

type CompoundType = (typeof signs)[number][1]

export const isCompoundFile = (bytes: Uint8Array): boolean => SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length))

/** Offset of the directory entry of a stream or storage, at any depth; null if the file has none with this name. */
function entryOf(file: Buffer, name: string): number | null {
  const encoded = Buffer.from(`${name}\0`, 'utf16le')
  for (let at = file.indexOf(encoded); at !== -1; at = file.indexOf(encoded, at + 1)) {
    const isEntry = at % ENTRY_BYTES === 0 && at + ENTRY_BYTES <= file.length
    if (isEntry && file.readUInt16LE(at + NAME_LENGTH_AT) === encoded.length) return at
  }
  return null
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Whether a compound file contains a stream or storage of this name. */
export const containsStream = (bytes: Uint8Array, name: string): boolean => entryOf(bufferOf(bytes), name) !== null

/**
 * Detects the type of a compound file of Office by its streams. "encrypted" is a newer file (.docx, .xlsx, .pptx) behind
 * a password or rights management.
 *
 * @returns null if no stream is typical
 */
export function typeOfCompoundFile(bytes: Uint8Array): CompoundType | null {
  const file = bufferOf(bytes)
  return signs.find(([name]) => entryOf(file, name) !== null)?.[1] ?? null
}

/** First bytes of documents of Word 1 and 2, and of Word for the Macintosh before 6, which have no container. */
const oldWord: ReadonlySet<number> = new Set([0xdba5, 0x9ba5, 0x9ca5, 0x31be, 0x32be, 0xfe37])

/** Offset of the version in the File Information Block ([MS-DOC] 2.5.1), with which the stream "WordDocument" begins. */
const VERSION_AT = 0x02
/** Word 95 writes 104, Word 97 193; betas are between. */
const FIRST_VERSION_97 = 105

/** Whether bytes are a document of Word 95 or earlier. */
export function isOldWord(bytes: Uint8Array): boolean {
  if (!isCompoundFile(bytes)) return oldWord.has(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0))
  if (typeOfCompoundFile(bytes) !== 'doc') return false
  const block = firstSectorOf(bytes, 'WordDocument')
  return block !== null && block.readUInt16LE(VERSION_AT) < FIRST_VERSION_97
}

/** Whether bytes are a document of Word 97 to 2003, a locked Office file, or a compound file of an unknown kind. */
export function mayBeWord97(bytes: Uint8Array): boolean {
  if (!isCompoundFile(bytes) || isOldWord(bytes)) return false
  const type = typeOfCompoundFile(bytes)
  return type === null || type === 'doc' || type === 'encrypted'
}

/** The first sector of a stream; null if it is missing, too short for its own sector, or outside the file. */
export function firstSectorOf(bytes: Uint8Array, name: string): Buffer | null {
  const file = bufferOf(bytes)
  const entry = entryOf(file, name)
  if (entry === null || file.readUInt32LE(entry + SIZE_AT) < MINI_STREAM_BYTES) return null
  const sectorBytes = file.readUInt16LE(SECTOR_SHIFT_AT) === 12 ? 4096 : 512
  const start = (file.readUInt32LE(entry + START_SECTOR_AT) + 1) * sectorBytes
  return start + sectorBytes <= file.length ? file.subarray(start, start + sectorBytes) : null
}
