import { counter, type Level } from '../docx/numbering.ts'

/** Lists of the table stream ([MS-DOC] 2.9.131 and 2.9.134). */
export interface Lists {
  /** Whether a list exists. */
  has: (list: number) => boolean
  /** Counts a paragraph and returns its number; undefined where the list has bullets. */
  next: (list: number, level: number) => string | undefined
}

/** Lengths of records: a list, the fixed part of a level, a reference to a list, an override of a level. */
const LIST_BYTES = 28
const LEVEL_BYTES = 28
const REFERENCE_BYTES = 16
const OVERRIDE_BYTES = 8

const MAX_LEVELS = 9
const MAX_LISTS = 20_000

/** Our names of the number formats ([MS-OSHARED] 2.2.1.3); the others are decimals. */
const formats: ReadonlyMap<number, string> = new Map([
  [1, 'I'],
  [2, 'i'],
  [3, 'A'],
  [4, 'a'],
  [22, 'decimalZero'],
  [23, 'bullet'],
  [255, 'none'],
])

/** Flags of a level: write decimals only, and restart only after a given level. */
const LEGAL = 4
const NO_RESTART = 8

/** Flags of an override: it has a first number, and a whole level. */
const HAS_START = 16
const HAS_LEVEL = 32

/** Reads a level ([MS-DOC] 2.9.150) and returns the position after it. The text has characters below 9 for numbers. */
function readLevel(bytes: Buffer, at: number): [Level, number] {
  const flags = bytes.readUInt8(at + 5)
  const text = at + LEVEL_BYTES + bytes.readUInt8(at + 24) + bytes.readUInt8(at + 25)
  const end = text + 2 + 2 * bytes.readUInt16LE(text)
  const written = bytes.toString('utf16le', text + 2, end)
  const level: Level = {
    format: formats.get(bytes.readUInt8(at + 4)) ?? '1',
    text: Array.from(written, (sign) => (sign < '\t' ? `%${sign.charCodeAt(0) + 1}` : sign)).join(''),
    start: bytes.readInt32LE(at),
    isLegal: (flags & LEGAL) !== 0,
    ...((flags & NO_RESTART) === 0 ? {} : { restart: bytes.readUInt8(at + 26) }),
  }
  return [level, end]
}

/**
 * Reads the lists of a document.
 *
 * @param definitions the table stream from its definitions of lists on, which the levels follow
 * @param references the references to the definitions, by which paragraphs name their lists, counted from 1
 * @throws RangeError if they are damaged
 */
export function readLists(definitions: Buffer, references: Buffer): Lists {
  const levels = new Map<string, Level[]>()
  const count = Math.min(MAX_LISTS, definitions.readUInt16LE(0))
  let at = 2 + LIST_BYTES * count
  for (let list = 0; list < count; list += 1) {
    const definition = 2 + LIST_BYTES * list
    const isSimple = (definitions.readUInt8(definition + 26) & 1) !== 0
    const own: Level[] = []
    for (let level = 0; level < (isSimple ? 1 : MAX_LEVELS); level += 1) {
      const [read, end] = readLevel(definitions, at)
      own.push(read)
      at = end
    }
    levels.set(String(definitions.readUInt32LE(definition)), own)
  }
  const definitionOf = new Map<string, string>()
  const restarts = new Map<string, Map<number, number>>()
  const overrides = new Map<string, Level>()
  const total = Math.min(MAX_LISTS, references.readUInt32LE(0))
  at = 4 + REFERENCE_BYTES * total
  for (let list = 0; list < total; list += 1) {
    const reference = 4 + REFERENCE_BYTES * list
    const id = String(list + 1)
    definitionOf.set(id, String(references.readUInt32LE(reference)))
    at += 4
    for (let left = references.readUInt8(reference + 12); left > 0; left -= 1) {
      const flags = references.readUInt8(at + 4)
      const level = flags & 15
      if ((flags & HAS_START) !== 0)
        restarts.getOrInsertComputed(id, () => new Map<number, number>()).set(level, references.readInt32LE(at))
      at += OVERRIDE_BYTES
      if ((flags & HAS_LEVEL) === 0) continue
      const [read, end] = readLevel(references, at)
      overrides.set(`${id} ${level}`, read)
      at = end
    }
  }
  const levelOf = (id: string, level: number): Level | undefined =>
    overrides.get(`${id} ${level}`) ?? levels.get(definitionOf.get(id) ?? '')?.[level]
  const next = counter({ levelOf, definitionOf: (id) => definitionOf.get(id) ?? id, restarts })
  return { has: (list) => definitionOf.has(String(list)), next: (list, level) => next(String(list), level) }
}
