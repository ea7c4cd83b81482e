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
 * Detects the type of a compound file of Office by its own streams; if none is typical, as in a damaged directory, by
 * those at any depth, which may belong to files that it embeds. "encrypted" is a newer file (.docx, .xlsx, .pptx) behind a
 * password or rights management.
 *
 * @returns null if no stream is typical
 */
export function typeOfCompoundFile(bytes: Uint8Array): CompoundType | null {
  return typeOf(openCompoundFile(bytes))
}

function typeOf({ file, directory }: CompoundFile): CompoundType | null {
  const own = signs.find(([name]) => entryIn(directory, name) !== null)
  return (own ?? signs.find(([name]) => entryOf(file, name) !== null))?.[1] ?? null
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
  const file = openCompoundFile(bytes)
  if (typeOf(file) !== 'doc') return false
  const block = readStream(file, 'WordDocument', VERSION_AT + 2)
  return block.length === VERSION_AT + 2 && block.readUInt16LE(VERSION_AT) < FIRST_VERSION_97
}

/** Whether bytes are a document of Word 97 to 2003, a locked Office file, or a compound file of an unknown kind. */
export function mayBeWord97(bytes: Uint8Array): boolean {
  if (!isCompoundFile(bytes) || isOldWord(bytes)) return false
  const type = typeOfCompoundFile(bytes)
  return type === null || type === 'doc' || type === 'encrypted'
}

const MINI_SECTOR_BYTES = 64
/** Pointers of the header ([MS-CFB] 2.2) and of directory entries (2.6.1). */
const HEADER_BYTES = 512
const DIRECTORY_AT = 0x30
const MINI_TABLE_AT = 0x3c
const MORE_TABLES_AT = 0x44
const TABLES_AT = 0x4c
const LEFT_AT = 0x44
const RIGHT_AT = 0x48
const CHILD_AT = 0x4c

const numberAt = (bytes: Buffer, at: number): number => (at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0xffff_ffff)

/** The sectors of a chain, up to a size, to its end, or to where it is broken or returns to an earlier sector. */
function chain(start: number, table: Buffer, sector: (number: number) => Buffer, size = Infinity): Buffer {
  const numbers = new Set<number>()
  const count = size / (sector(0).length || 1)
  for (
    let at = start;
    numbers.size < count && !numbers.has(at) && sector(at).length > 0;
    at = numberAt(table, 4 * at)
  ) {
    numbers.add(at)
  }
  return Buffer.concat(Array.from(numbers, sector)).subarray(0, size)
}

const sectorsOf =
  (bytes: Buffer, size: number) =>
  (number: number): Buffer =>
    bytes.subarray(number * size, (number + 1) * size)

/** A compound file with its sectors, the table that chains them, and its directory. */
export interface CompoundFile {
  readonly file: Buffer
  readonly sector: (number: number) => Buffer
  readonly table: Buffer
  readonly directory: Buffer
}

/** Reads the tables of a compound file; a damaged one has no streams. */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  const file = bufferOf(bytes)
  const sectorBytes = (numberAt(file, SECTOR_SHIFT_AT) & 0xffff) === 12 ? 4096 : 512
  const sector = sectorsOf(file.subarray(sectorBytes), sectorBytes)
  const tables = [file.subarray(TABLES_AT, HEADER_BYTES)]
  const seen = new Set<number>()
  for (let next = numberAt(file, MORE_TABLES_AT); sector(next).length === sectorBytes && !seen.has(next); ) {
    seen.add(next)
    tables.push(sector(next).subarray(0, -4))
    next = numberAt(sector(next), sectorBytes - 4)
  }
  const numbers = new Set<number>()
  for (const part of tables) {
    for (let at = 0; at < part.length; at += 4) {
      if (numberAt(part, at) < file.length / sectorBytes) numbers.add(numberAt(part, at))
    }
  }
  const table = Buffer.concat(Array.from(numbers, sector))
  return { file, sector, table, directory: chain(numberAt(file, DIRECTORY_AT), table, sector) }
}

/**
 * Reads a stream of a file's own level, not of the files that it embeds; empty if it is missing.
 *
 * @param maxBytes length of the start to read
 */
export function readStream(opened: CompoundFile, name: string, maxBytes = Infinity): Buffer {
  const { file, sector, table, directory } = opened
  const entry = entryIn(directory, name)
  if (entry === null) return Buffer.alloc(0)
  const start = numberAt(entry, START_SECTOR_AT)
  const size = numberAt(entry, SIZE_AT)
  const length = Math.min(size, maxBytes)
  if (size >= MINI_STREAM_BYTES) return chain(start, table, sector, length)
  const small = chain(numberAt(directory, START_SECTOR_AT), table, sector)
  const smallTable = chain(numberAt(file, MINI_TABLE_AT), table, sector)
  return chain(start, smallTable, sectorsOf(small, MINI_SECTOR_BYTES), length)
}

/** The entry of a stream or storage among the children of the root; null if there is none. */
function entryIn(directory: Buffer, name: string): Buffer | null {
  const encoded = Buffer.from(`${name}\0`, 'utf16le')
  const numbers = new Set([numberAt(directory, CHILD_AT)])
  for (const number of numbers) {
    const entry = directory.subarray(number * ENTRY_BYTES, (number + 1) * ENTRY_BYTES)
    if (entry.indexOf(encoded) === 0) return entry
    if (entry.length === ENTRY_BYTES) numbers.add(numberAt(entry, LEFT_AT)).add(numberAt(entry, RIGHT_AT))
  }
  return null
}
