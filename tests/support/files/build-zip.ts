import { crc32, deflateRawSync } from 'node:zlib'

/** A file to be packed, and optional errors in its headers. */
export interface ZipFile {
  name: string | Uint8Array
  data: string | Uint8Array
  /** Stored without compression. */
  stored?: boolean
  /** Writes sizes and checksum behind the data, like programs that don't know them beforehand. */
  descriptor?: boolean
  /** Bits to set in the flags: 1 means encrypted. */
  flags?: number
  method?: number
  /** Replaces the true values. */
  crc?: number
  packed?: Uint8Array
  packedSize?: number
  unpackedSize?: number
  /** Index of the file whose local header the directory names for this one, which then has none of its own. */
  sameAs?: number
  /** Marks the data as the target of a symbolic link, like programs on Unix. */
  symlink?: boolean
}

export interface ZipOptions {
  /** Bytes before and after the archive, which its offsets ignore. */
  before?: string | Uint8Array
  after?: string | Uint8Array
  /** Leaves the central directory out. */
  withoutDirectory?: boolean
  /** Writes sizes and offsets in ZIP64 fields. */
  zip64?: boolean
}

const UTF8_NAME = 0x0800
const DESCRIPTOR = 0x0008

const bytesOf = (value: string | Uint8Array): Uint8Array => (typeof value === 'string' ? Buffer.from(value) : value)

function record(
  size: number,
  ...numbers: readonly (readonly [offset: number, bytes: 2 | 4 | 8, value: number])[]
): Buffer {
  const bytes = Buffer.alloc(size)
  for (const [offset, width, value] of numbers) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), offset)
    else bytes.writeUIntLE(value, offset, width)
  }
  return bytes
}

interface Packed {
  symlink: boolean
  name: Uint8Array
  flags: number
  method: number
  crc: number
  data: Uint8Array
  packedSize: number
  unpackedSize: number
  offset: number
}

function pack(file: ZipFile, offset: number): Packed {
  const raw = bytesOf(file.data)
  const method = file.method ?? (file.stored === true ? 0 : 8)
  const data = file.packed ?? (method === 8 ? deflateRawSync(raw) : raw)
  return {
    symlink: file.symlink === true,
    name: bytesOf(file.name),
    flags: (typeof file.name === 'string' ? UTF8_NAME : 0) | (file.descriptor ? DESCRIPTOR : 0) | (file.flags ?? 0),
    method,
    crc: file.crc ?? crc32(raw),
    data,
    packedSize: file.packedSize ?? data.length,
    unpackedSize: file.unpackedSize ?? raw.length,
    offset,
  }
}

function localParts(
  { name, flags, method, crc, data, packedSize, unpackedSize }: Packed,
  zip64: boolean,
): Uint8Array[] {
  const later = (flags & DESCRIPTOR) !== 0
  const extra = zip64 ? record(20, [0, 2, 1], [2, 2, 16], [4, 8, unpackedSize], [12, 8, packedSize]) : Buffer.alloc(0)
  const header = record(
    30,
    [0, 4, 0x04034b50],
    [4, 2, 20],
    [6, 2, flags],
    [8, 2, method],
    [14, 4, later ? 0 : crc],
    [18, 4, zip64 ? 0xffffffff : later ? 0 : packedSize],
    [22, 4, zip64 ? 0xffffffff : later ? 0 : unpackedSize],
    [26, 2, name.length],
    [28, 2, extra.length],
  )
  const descriptor = record(16, [0, 4, 0x08074b50], [4, 4, crc], [8, 4, packedSize], [12, 4, unpackedSize])
  return [header, name, extra, data, ...(later ? [descriptor] : [])]
}

function centralParts(
  { symlink, name, flags, method, crc, packedSize, unpackedSize, offset }: Packed,
  zip64: boolean,
): Uint8Array[] {
  const extra = zip64
    ? record(28, [0, 2, 1], [2, 2, 24], [4, 8, unpackedSize], [12, 8, packedSize], [20, 8, offset])
    : Buffer.alloc(0)
  const header = record(
    46,
    [0, 4, 0x02014b50],
    // Made on Unix, whose modes are in the upper half of the attributes (APPNOTE 4.4.2, 4.4.15).
    [4, 2, symlink ? 0x0314 : 20],
    [6, 2, 20],
    [8, 2, flags],
    [10, 2, method],
    [16, 4, crc],
    [20, 4, zip64 ? 0xffffffff : packedSize],
    [24, 4, zip64 ? 0xffffffff : unpackedSize],
    [28, 2, name.length],
    [30, 2, extra.length],
    [38, 4, symlink ? 0o120777 * 0x10000 : 0],
    [42, 4, zip64 ? 0xffffffff : offset],
  )
  return [header, name, extra]
}

function endParts(count: number, size: number, offset: number, zip64: boolean): Uint8Array[] {
  const wide = record(
    56,
    [0, 4, 0x06064b50],
    [4, 8, 44],
    [24, 8, count],
    [32, 8, count],
    [40, 8, size],
    [48, 8, offset],
  )
  const locator = record(20, [0, 4, 0x07064b50], [8, 8, offset + size], [16, 4, 1])
  const end = record(
    22,
    [0, 4, 0x06054b50],
    [8, 2, zip64 ? 0xffff : count],
    [10, 2, zip64 ? 0xffff : count],
    [12, 4, zip64 ? 0xffffffff : size],
    [16, 4, zip64 ? 0xffffffff : offset],
  )
  return zip64 ? [wide, locator, end] : [end]
}

/** Builds a ZIP file, valid or broken in a given way. */
export function buildZip(files: readonly ZipFile[], options: ZipOptions = {}): Uint8Array {
  const { before = '', after = '', withoutDirectory = false, zip64 = false } = options
  const parts: Uint8Array[] = []
  const packed: Packed[] = []
  let offset = 0
  for (const file of files) {
    const shared = file.sameAs === undefined ? undefined : packed[file.sameAs]
    const next = shared === undefined ? pack(file, offset) : { ...shared, name: bytesOf(file.name) }
    packed.push(next)
    if (shared !== undefined) continue
    const local = localParts(next, zip64)
    parts.push(...local)
    offset += Buffer.concat(local).length
  }
  const directory = Buffer.concat(packed.flatMap((file) => centralParts(file, zip64)))
  const end = endParts(packed.length, directory.length, offset, zip64)
  return Buffer.concat([bytesOf(before), ...parts, ...(withoutDirectory ? [] : [directory, ...end]), bytesOf(after)])
}
