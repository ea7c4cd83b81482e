import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

const deflate = promisify(deflateRaw)

/** A text file of an archive. */
export interface TextFile {
  /** Path with forward slashes, of characters that every file system allows. */
  name: string
  text: string
}

/** A binary file of an archive. */
export interface PackedFile {
  name: string
  bytes: Uint8Array
}

/** APPNOTE.TXT, section 4.4.5: deflated. */
const DEFLATED = 8
/** What an archive without Zip64 can count: one beyond it would be damaged without saying so. */
const MAX_FILES = 65_535
const MAX_BYTES = 0xff_ff_ff_ff

const tooMuch = (): Error => new Error('This is more than one archive can hold.')

/** Adds a file whole. The library holds on to what it is given, so it is given no more than it needs. */
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
 * A zip archive of files, made while they arrive: no more than one of them is in memory at a time, and the next one is
 * asked for when what is there has been taken.
 *
 * @throws Error what the files throw, and for more than one archive can hold; the bytes so far are then no archive
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
