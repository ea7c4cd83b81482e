import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, type Gzip } from 'node:zlib'
import { AppError } from '../../../shared/errors.ts'
import { placeFile, syncFolder } from '../../storage/place-file.ts'
import type { BackupManifest } from './backup-format.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

/** Takes the entries of an archive, in order. */
export interface ArchiveWriter {
  /** Resolves when there is room for more. */
  add: (name: string, bytes: Uint8Array) => Promise<void>
  /** What has been added so far. */
  readonly entries: BackupManifest['entries']
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** What an operator can do about a file that cannot be written. */
function explain(error: unknown, file: string): unknown {
  const reasons: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk is full',
    EFBIG: 'it would be larger than a file may be there',
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'nothing can be written there',
    ENOTDIR: 'a part of the path is no folder',
    EEXIST: 'a part of the path is no folder',
    ENAMETOOLONG: 'its name is too long',
    EIO: 'the disk has failed',
  }
  const reason = reasons[String(codeOf(error))]
  return reason === undefined
    ? error
    : new AppError('unavailable', `The backup could not be written to ${file}: ${reason}. No file was left there.`, {
        cause: error,
      })
}

const taken = (file: string): AppError =>
  new AppError('conflict', `${file} is there already, and is not replaced. Choose another name.`)

/** @throws AppError `conflict` where there is a file of this name */
async function insistOnFree(file: string): Promise<void> {
  if ((await stat(file).catch(() => null)) !== null) throw taken(file)
}

const givenUp = (cause: unknown): AppError => new AppError('cancelled', 'Given up. No backup was written.', { cause })

/** Entries into a stream that compresses them, as fast as what follows takes them; throws once that has failed. */
function writerInto(gzip: Gzip, written: Promise<void>, now: Date): ArchiveWriter & { end: () => Promise<void> } {
  const entries: BackupManifest['entries'] = []
  let failure: { error: unknown } | undefined
  const failed = written.then(
    async () => new Promise<never>(() => {}),
    (error: unknown) => {
      failure = { error }
      throw error
    },
  )
  failed.catch(() => {})
  const send = async (bytes: Uint8Array): Promise<void> => {
    if (failure !== undefined) throw failure.error
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), failed])
  }
  return {
    entries,
    add: async (name, bytes) => {
      entries.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
      await send(tarHeader(name, bytes.length, now))
      await send(bytes)
      await send(tarPadding(bytes.length))
    },
    end: async () => {
      await send(tarEnd())
      gzip.end()
    },
  }
}

async function pourInto(
  sink: Writable,
  fill: (writer: ArchiveWriter) => Promise<void>,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const gzip = createGzip()
  const written = pipeline(gzip, sink, { signal })
  try {
    const writer = writerInto(gzip, written, now)
    await fill(writer)
    await writer.end()
    await written
  } catch (error) {
    gzip.destroy()
    await written.catch(() => {})
    throw error
  }
}

const unfinishedPattern = /\.part-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u
const LEFTOVER_MS = 24 * 60 * 60_000

/** Removes from a folder of backups what processes that were killed have left there; nobody writes on one for a day. */
export async function removeLeftovers(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!unfinishedPattern.test(name)) continue
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found !== null && now.getTime() - found.mtimeMs > LEFTOVER_MS) await rm(file, { force: true })
  }
}

/**
 * Writes an archive under another name and gives it its own when it is whole and on the disk. Only its owner may read
 * it. Whatever breaks it off leaves nothing under that name, and nothing at all unless the process is killed.
 *
 * @returns its size in bytes
 * @throws AppError `conflict` where the name is taken, `unavailable` where nothing can be written, `cancelled`; and what
 *   `fill` throws
 */
export async function writeArchive(
  file: string,
  fill: (writer: ArchiveWriter) => Promise<void>,
  options: { now: Date; signal: AbortSignal },
): Promise<number> {
  const folder = path.dirname(file)
  const unfinished = `${file}.part-${randomUUID()}`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Better told at once than after all the work; who is quicker meanwhile is noticed in the end.
    await insistOnFree(file)
    await pourInto(createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }), fill, options)
    const { size } = await stat(unfinished)
    if (!(await placeFile(unfinished, file))) throw taken(file)
    return size
  } catch (error) {
    if (options.signal.aborted) throw givenUp(error)
    throw explain(error, file)
  } finally {
    await rm(unfinished, { force: true }).catch(() => {})
    await syncFolder(folder)
  }
}

/**
 * Makes an archive and keeps nothing of it.
 *
 * @returns the size in bytes that the file would have
 * @throws AppError `conflict` where the name is taken, `cancelled`; and what `fill` throws
 */
export async function measureArchive(
  file: string,
  fill: (writer: ArchiveWriter) => Promise<void>,
  options: { now: Date; signal: AbortSignal },
): Promise<number> {
  await insistOnFree(file)
  let size = 0
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      done()
    },
  })
  try {
    await pourInto(sink, fill, options)
    return size
  } catch (error) {
    throw options.signal.aborted ? givenUp(error) : error
  }
}
