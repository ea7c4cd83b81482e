/** Streams of a compound file ([MS-CFB]) by name; those of 4096 bytes and more use sectors of their own. */
export type Streams = Readonly<Record<string, Uint8Array>>

const SECTOR = 512
const MINI_SECTOR = 64
const MINI_CUTOFF = 4096
const END = 0xfffffffe
const FREE = 0xffffffff
const TABLE_SECTOR = 0xfffffffd
const LIST_SECTOR = 0xfffffffc
const HEADER_PLACES = 109

const padded = (bytes: Uint8Array, unit: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((unit - (bytes.length % unit)) % unit)])

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, index) => bytes.writeUInt32LE(value, 4 * index))
  return bytes
}

/** Allocates consecutive sectors, with the table that chains them. */
class Allocation {
  readonly table: number[] = []
  readonly data: Buffer[] = []
  readonly #unit: number

  constructor(unit: number) {
    this.#unit = unit
  }

  /** Number of the first sector. */
  add(bytes: Uint8Array): number {
    const whole = padded(bytes, this.#unit)
    const count = whole.length / this.#unit
    const first = this.table.length
    for (let index = 0; index < count; index += 1) this.table.push(index === count - 1 ? END : first + index + 1)
    this.data.push(whole)
    return count === 0 ? END : first
  }
}

interface Entry {
  name: string
  type: 1 | 2 | 5
  right?: number
  child?: number
  start: number
  size: number
}

function directoryEntry({ name, type, right = FREE, child = FREE, start, size }: Entry): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 0, 'utf16le')
  bytes.writeUInt16LE(2 * name.length + 2, 64)
  bytes.writeUInt8(type, 66)
  bytes.writeUInt8(1, 67)
  bytes.writeUInt32LE(FREE, 68)
  bytes.writeUInt32LE(right, 72)
  bytes.writeUInt32LE(child, 76)
  bytes.writeUInt32LE(start, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}

/** A compound file with streams in its root. A name that ends in "/" is an empty storage. */
export function buildCompound(streams: Streams): Buffer {
  const sectors = new Allocation(SECTOR)
  const mini = new Allocation(MINI_SECTOR)
  const names = Object.keys(streams)
  const entries = names.map((name, index): Entry => {
    const bytes = streams[name] ?? new Uint8Array()
    const right = index + 2 <= names.length ? index + 2 : FREE
    if (name.endsWith('/')) return { name: name.slice(0, -1), type: 1, right, start: 0, size: 0 }
    const start = bytes.length < MINI_CUTOFF ? mini.add(bytes) : sectors.add(bytes)
    return { name, type: 2, right, start, size: bytes.length }
  })
  const miniData = Buffer.concat(mini.data)
  const root: Entry = {
    name: 'Root Entry',
    type: 5,
    child: names.length > 0 ? 1 : FREE,
    start: sectors.add(miniData),
    size: miniData.length,
  }
  const miniTable = sectors.add(numbers(mini.table))
  const directory = sectors.add(padded(Buffer.concat([root, ...entries].map(directoryEntry)), SECTOR))
  const perSector = SECTOR / 4
  const tableSectors = Math.ceil((1.02 * sectors.table.length + 2) / (perSector - 1))
  // Sectors of the table beyond those that fit into the header.
  const listSectors = Math.ceil(Math.max(0, tableSectors - HEADER_PLACES) / (perSector - 1))
  const firstTable = sectors.table.length
  for (let index = 0; index < tableSectors; index += 1) sectors.table.push(TABLE_SECTOR)
  const firstList = sectors.table.length
  for (let index = 0; index < listSectors; index += 1) sectors.table.push(LIST_SECTOR)
  while (sectors.table.length < tableSectors * perSector) sectors.table.push(FREE)
  const lists = Array.from({ length: listSectors }, (_, list) => {
    const first = HEADER_PLACES + list * (perSector - 1)
    const citations = Array.from({ length: perSector - 1 }, (_, index) =>
      first + index < tableSectors ? firstTable + first + index : FREE,
    )
    return numbers([...citations, list === listSectors - 1 ? END : firstList + list + 1])
  })
  const header = Buffer.alloc(SECTOR, 0)
  header.write('d0cf11e0a1b11ae1', 'hex')
  header.writeUInt16LE(0x3e, 0x18)
  header.writeUInt16LE(3, 0x1a)
  header.writeUInt16LE(0xfffe, 0x1c)
  header.writeUInt16LE(9, 0x1e)
  header.writeUInt16LE(6, 0x20)
  header.writeUInt32LE(tableSectors, 0x2c)
  header.writeUInt32LE(directory, 0x30)
  header.writeUInt32LE(MINI_CUTOFF, 0x38)
  header.writeUInt32LE(mini.table.length > 0 ? miniTable : END, 0x3c)
  header.writeUInt32LE(1, 0x40)
  header.writeUInt32LE(listSectors > 0 ? firstList : END, 0x44)
  header.writeUInt32LE(listSectors, 0x48)
  for (let index = 0; index < HEADER_PLACES; index += 1) {
    header.writeUInt32LE(index < tableSectors ? firstTable + index : FREE, 0x4c + 4 * index)
  }
  return Buffer.concat([header, ...sectors.data, numbers(sectors.table), ...lists])
}
