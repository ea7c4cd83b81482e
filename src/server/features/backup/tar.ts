import { damaged } from './damaged.ts'

/**
 * The few lines of ustar (POSIX 1003.1, pax, "ustar Interchange Format") that a backup is made of: plain files with
 * short names. A tape archive is written and read from front to back, which zip archives of unknown length are not, and
 * has no limit of 4 GB or 65,535 entries.
 */
const BLOCK = 512
const NAME_BYTES = 100
const CHECKSUM_AT = 148
const CHECKSUM_BYTES = 8
const TYPE_AT = 156
const PLAIN_FILE = '0'

/** What an archive ends with. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK)

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

function checksum(header: Uint8Array): number {
  let sum = 0
  for (const [at, byte] of header.entries()) {
    sum += at >= CHECKSUM_AT && at < CHECKSUM_AT + CHECKSUM_BYTES ? ' '.charCodeAt(0) : byte
  }
  return sum
}

/** The header of a file that only its owner may read. */
export function tarHeader(name: string, bytes: number, modifiedAt: Date): Buffer {
  if (!/^[\w./-]+$/u.test(name) || name.length > NAME_BYTES) throw new Error(`No name for an entry: ${name}`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(octal(bytes, 11), 124)
  header.write(octal(Math.floor(modifiedAt.getTime() / 1000), 11), 136)
  header.write(PLAIN_FILE, TYPE_AT)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(`${octal(checksum(header), 6)}\0 `, CHECKSUM_AT)
  return header
}

const paddedBytes = (bytes: number): number => Math.ceil(bytes / BLOCK) * BLOCK

/** What follows a file, so that the next header begins with a block. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc(paddedBytes(bytes) - bytes)

/** Takes a stream apart into pieces of the lengths that are asked for. */
class Pieces {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** Lets go of the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  async take(bytes: number): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for (let missing = bytes; missing > 0; ) {
      if (this.#rest.length === 0) this.#rest = await this.#next()
      const part = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(part.length)
      missing -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  async #next(): Promise<Uint8Array> {
    const { done, value } = await this.#chunks.next()
    if (done === true) throw damaged('it ends too early')
    return value
  }

  /** Whether nothing follows. */
  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next()
      if (done === true) return true
      this.#rest = value
    }
    return false
  }
}

const isEmpty = (block: Uint8Array): boolean => block.every((byte) => byte === 0)

const textAt = (header: Buffer, at: number, bytes: number): string =>
  header.toString('latin1', at, at + bytes).replace(/\0.*$/su, '')

function numberAt(header: Buffer, at: number, bytes: number): number {
  const text = textAt(header, at, bytes).trim()
  if (!/^[0-7]+$/u.test(text)) throw damaged('it holds something that is no entry of a backup')
  return Number.parseInt(text, 8)
}

function parseHeader(header: Buffer): { name: string; bytes: number } {
  if (numberAt(header, CHECKSUM_AT, CHECKSUM_BYTES) !== checksum(header))
    throw damaged('the head of an entry is broken')
  const hasPrefix = textAt(header, 345, 155) !== ''
  if (header.toString('latin1', TYPE_AT, TYPE_AT + 1) !== PLAIN_FILE || hasPrefix)
    throw damaged('it holds something other than plain files')
  return { name: textAt(header, 0, NAME_BYTES), bytes: numberAt(header, 124, 12) }
}

/** An entry of an archive, whole. */
export interface TarEntry {
  name: string
  bytes: Buffer
}

/**
 * The entries of an archive, one at a time in memory.
 *
 * @param maxBytesOf the most that an entry of a name may hold; null for names that have no business in the archive
 * @throws AppError `invalid_input` for what is no archive of plain files, or has no proper end
 */
export async function* readTar(
  stream: AsyncIterable<Uint8Array>,
  maxBytesOf: (name: string) => number | null,
): AsyncGenerator<TarEntry> {
  const pieces = new Pieces(stream)
  try {
    for (;;) {
      const header = await pieces.take(BLOCK)
      if (isEmpty(header)) break
      const { name, bytes } = parseHeader(header)
      const maxBytes = maxBytesOf(name)
      if (maxBytes === null) throw damaged(`${JSON.stringify(name)} is no name for an entry`)
      if (bytes > maxBytes) throw damaged(`${name} is larger than it can be`)
      yield { name, bytes: (await pieces.take(paddedBytes(bytes))).subarray(0, bytes) }
    }
    if (!isEmpty(await pieces.take(BLOCK)) || !(await pieces.isAtEnd())) throw damaged('something follows its end')
  } finally {
    await pieces.close()
  }
}
