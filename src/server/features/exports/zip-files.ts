import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

const deflate = promisify(deflateRaw)

/** A text file for an archive. */
export interface TextFile {
  /** Path with forward slashes, in characters that every file system allows. */
  name: string
  text: string
}

/** A binary file for an archive. */
export interface PackedFile {
  name: string
  bytes: Uint8Array
}

/** APPNOTE.TXT, section 4.4.5: deflated. */
const DEFLATED = 8
/** Limits of archives without Zip64; a larger one would be corrupt. */
const MAX_FILES = 65_535
const MAX_BYTES = 0xff_ff_ff_ff

const tooMuch = (): Error => new Error('The archive exceeds the limits of the zip format.')

/** Adds a file. The library keeps a reference to the entry, so it contains only what is needed. */
async function add(zip: Zip, added: TextFile | PackedFile): Promise<void> {
  const bytes = 'text' in added ? Buffer.from(added.text) : added.bytes
  const file: ZipInputFile = {
    filename: added.name,
    size: bytes.length,
    crc: crc32(bytes),
    compression: DEFLATED,
    flag: 0,
  }
  const deflated = await deflate(bytes)
  zip.add(file)
  file.ondata?.(null, deflated, true)
}

/**
 * Creates a zip archive while it is read, with one file in memory at a time.
 *
 * @throws Error from `files`, and when the archive exceeds the limits of the zip format
 */
export async function* zipFiles(files: AsyncIterable<TextFile | PackedFile>): AsyncGenerator<Uint8Array> {
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
    if (count > MAX_FILES) throw tooMuch()
    await add(zip, file)
    if (bytes > MAX_BYTES) throw tooMuch()
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
