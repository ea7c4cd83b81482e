import { damaged } from '../refusals.ts'
import { Bytes } from './bytes.ts'

/** A compound file ([MS-CFB]), the container of Office files before 2007 and of encrypted ones since. */
export interface Compound {
  /** Names of what stands at the top, streams and storages. */
  readonly names: readonly string[]
  /** Whether anything in the file, at whatever depth, has this name. */
  contains(name: string): boolean
  /** A stream at the top, without regard to case; null where there is none. A cut one gives what there is of it. */
  read(name: string): Uint8Array | null
}

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
/** Values above are no sectors: free, end of chain, sectors of the tables themselves. */
const MAX_SECTOR = 0xfffffffa
const NO_ENTRY = 0xffffffff
/** Places of the first 109 sectors of the allocation table, in the header. */
const HEADER_TABLE_SECTORS = 109
/** Directory entries; real files have some dozens. */
const MAX_ENTRIES = 100_000

interface Entry {
  name: string
  type: number
  left: number
  right: number
  child: number
  start: number
  size: number
}

const ROOT = 5
const STREAM = 2

/** Whether bytes begin as a compound file. */
export function isCompound(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1'
}

class CompoundReader {
  private readonly file: Bytes
  private readonly sectorShift: number
  private readonly miniShift: number
  private readonly miniCutoff: number
  private readonly table: Uint32Array
  private readonly miniTable: Uint32Array
  readonly entries: readonly Entry[]
  private mini: Bytes | null = null

  constructor(file: Bytes) {
    this.file = file
    this.sectorShift = file.u16(0x1e) === 12 ? 12 : 9
    this.miniShift = 6
    this.miniCutoff = file.u32(0x38) || 4096
    this.table = this.readTable()
    this.miniTable = toNumbers(this.chain(file.u32(0x3c), Infinity))
    this.entries = this.readEntries()
  }

  private get sectors(): number {
    return Math.ceil(this.file.length / 2 ** this.sectorShift)
  }

  private sector(number: number): Buffer {
    return this.file.subarray((number + 1) * 2 ** this.sectorShift, 2 ** this.sectorShift)
  }

  /** The allocation table: which sector follows on which. Its own places stand in the header and a chain behind it. */
  private readTable(): Uint32Array {
    const places: number[] = []
    for (let index = 0; index < HEADER_TABLE_SECTORS; index += 1) places.push(this.file.u32(0x4c + 4 * index))
    const perSector = 2 ** this.sectorShift / 4
    const limit = this.sectors
    let next = this.file.u32(0x44)
    for (let count = 0; next < MAX_SECTOR && count < limit && places.length <= limit; count += 1) {
      const sector = new Bytes(this.sector(next))
      for (let index = 0; index < perSector - 1; index += 1) places.push(sector.u32(4 * index))
      next = sector.u32(4 * (perSector - 1))
    }
    const used = places.filter((place) => place < limit).slice(0, Math.ceil(limit / perSector) + 1)
    return toNumbers(new Bytes(Buffer.concat(used.map((place) => this.sector(place)))))
  }

  private chain(start: number, size: number): Bytes {
    return readChain(start, size, this.table, (number) => this.sector(number))
  }

  private miniChain(start: number, size: number): Bytes {
    const root = this.entries.find((entry) => entry.type === ROOT)
    const mini = (this.mini ??= root === undefined ? new Bytes(new Uint8Array()) : this.chain(root.start, root.size))
    const bytes = 2 ** this.miniShift
    return readChain(start, size, this.miniTable, (number) => mini.subarray(number * bytes, bytes))
  }

  private readEntries(): Entry[] {
    const bytes = this.chain(this.file.u32(0x30), MAX_ENTRIES * ENTRY_BYTES)
    const entries: Entry[] = []
    for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
      const nameBytes = Math.min(64, Math.max(2, bytes.u16(at + 0x40))) - 2
      entries.push({
        name: bytes.subarray(at, nameBytes).toString('utf16le'),
        type: bytes.u8(at + 0x42),
        left: bytes.u32(at + 0x44),
        right: bytes.u32(at + 0x48),
        child: bytes.u32(at + 0x4c),
        start: bytes.u32(at + 0x74),
        size: bytes.u32(at + 0x78),
      })
    }
    return entries
  }

  /** What stands directly below the root: a binary tree, walked without trust in its shape. */
  top(): Entry[] {
    const root = this.entries.find((entry) => entry.type === ROOT)
    const found: Entry[] = []
    const seen = new Set<number>([NO_ENTRY])
    const open = [root?.child ?? NO_ENTRY]
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const entry = this.entries[index]
      if (entry === undefined || seen.has(index)) continue
      seen.add(index)
      found.push(entry)
      open.push(entry.left, entry.right)
    }
    // A broken tree hides what is there; then every entry counts, in the order of the directory.
    return found.some((entry) => entry.type === STREAM) ? found : this.entries.filter((entry) => entry.type === STREAM)
  }

  stream(entry: Entry): Uint8Array {
    const read =
      entry.size < this.miniCutoff ? this.miniChain(entry.start, entry.size) : this.chain(entry.start, entry.size)
    return read.subarray(0, read.length)
  }
}

/**
 * Concatenates the sectors of a chain, up to a number of bytes or to where the file is cut.
 *
 * @param table the sector that follows on each
 * @throws AppError source_damaged where the chain leads back to a sector that it has passed
 */
function readChain(start: number, size: number, table: Uint32Array, sectorAt: (number: number) => Buffer): Bytes {
  const parts: Buffer[] = []
  const passed = new Set<number>()
  let length = 0
  for (let at = start; at < MAX_SECTOR && length < size; at = table[at] ?? NO_ENTRY) {
    const sector = sectorAt(at)
    if (sector.length === 0) break
    if (passed.has(at)) throw damaged('document')
    passed.add(at)
    parts.push(sector)
    length += sector.length
  }
  return new Bytes(Buffer.concat(parts).subarray(0, Math.min(size, length)))
}

function toNumbers(bytes: Bytes): Uint32Array {
  return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.u32(4 * index))
}

/**
 * Opens a compound file. Trees that run in circles, and chains that leave the file, end where they do.
 *
 * @throws AppError source_damaged
 */
export function openCompound(bytes: Uint8Array): Compound {
  if (!isCompound(bytes) || bytes.length < HEADER_BYTES) throw damaged('file')
  const reader = new CompoundReader(new Bytes(bytes))
  const top = reader.top()
  return {
    names: top.map((entry) => entry.name),
    contains: (name) => reader.entries.some((entry) => entry.name === name),
    read(name) {
      const wanted = name.toLowerCase()
      const entry = top.find((entry) => entry.type === STREAM && entry.name.toLowerCase() === wanted)
      return entry === undefined ? null : reader.stream(entry)
    },
  }
}
