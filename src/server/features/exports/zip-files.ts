import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

const deflate = promisify(deflateRaw)

/** A file for an archive. */
export interface PackedFile {
  /** Path with forward slashes, in characters that every file system allows. */
  name: string
  bytes: Uint8Array
}

export const textFile = (name: string, text: string): PackedFile => ({ name, bytes: Buffer.from(text) })

export const jsonFile = (name: string, value: unknown): PackedFile =>
  textFile(name, `${JSON.stringify(value, null, 2)}\n`)

/** APPNOTE.TXT, section 4.4.5: deflated. */
const DEFLATED = 8
/** Limits of archives without Zip64; a larger one would be corrupt. */
const MAX_FILES = 65_535
const MAX_BYTES = 0xff_ff_ff_ff

/** Adds a file. The library keeps a reference to the entry, so it contains only what is needed. */
async function add(zip: Zip, { name, bytes }: PackedFile): Promise<void> {
  const crc = crc32(bytes)
  const file: ZipInputFile = { filename: name, size: bytes.length, crc, compression: DEFLATED, flag: 0 }
  const deflated = await deflate(bytes)
  zip.add(file)
  file.ondata?.(null, deflated, true)
}

/**
 * Creates a zip archive while it is read, with one file in memory at a time.
 * @throws Error from `files`, and when the archive exceeds the limits of the zip format
 */
export async function* zipFiles(files: AsyncIterable<PackedFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  let count = 0
  let bytes = 0
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    bytes += chunk.byteLength
    ready.push(chunk)
  })
  for await (const file of files) {
    count += 1
    if (count <= MAX_FILES) await add(zip, file)
    if (count > MAX_FILES || bytes > MAX_BYTES) throw new Error('The archive exceeds the limits of the zip format.')
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
