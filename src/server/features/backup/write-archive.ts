import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { AppError } from '../../../shared/errors.ts'
import { placeFile, syncFolder } from '../../storage/place-file.ts'
import type { BackupManifest } from './backup-format.ts'

/** Takes the entries of an archive, in order. */
export interface ArchiveWriter {
  /** Resolves when there is room for more. */
  add: (name: string, bytes: Uint8Array) => Promise<void>
  /** Everything that has been added so far. */
  readonly entries: BackupManifest['entries']
}

const reasons: Readonly<Record<string, string>> = {
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

/** Explains to an operator why a file could not be written. */
function explain(error: unknown, file: string): unknown {
  const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined
  if (reason === undefined) return error
  const message = `The backup could not be written to ${file}: ${reason}. No file was left there.`
  return new AppError('unavailable', message, { cause: error })
}

const taken = (file: string): AppError =>
  new AppError('conflict', `${file} is there already, and is not replaced. Choose another name.`)

const unfinishedPattern = /\.part-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u
const LEFTOVER_MS = 24 * 60 * 60_000

/** Removes files that killed processes have left in a folder of backups more than a day ago. */
export async function removeLeftovers(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!unfinishedPattern.test(name)) continue
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found !== null && now.getTime() - found.mtimeMs > LEFTOVER_MS) await rm(file, { force: true })
  }
}

/** @returns bytes that reached the sink */
async function fillInto(
  sink: Writable,
  fill: (writer: ArchiveWriter) => Promise<void>,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<number> {
  const archive = pack()
  const gzip = createGzip()
  let bytes = 0
  gzip.on('data', (chunk: Buffer) => (bytes += chunk.length))
  const written = pipeline(archive, gzip, sink, { signal })
  const failed = written.then(async () => new Promise<never>(() => {}))
  failed.catch(() => {})
  const entries: BackupManifest['entries'] = []
  const add = async (name: string, content: Uint8Array): Promise<void> => {
    entries.push({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    const added = new Promise<void>((resolve, reject) => {
      const header = { name, size: content.length, mode: 0o600, mtime: now }
      archive.entry(header, Buffer.from(content), (error) => (error ? reject(error) : resolve()))
    })
    await Promise.race([added, failed])
  }
  try {
    await fill({ entries, add })
    archive.finalize()
    await written
    return bytes
  } catch (error) {
    archive.destroy()
    await written.catch(() => {})
    throw error
  }
}

/**
 * Writes an archive under another name and renames it when it is complete and on the disk. Only its owner may read it.
 * A failure leaves nothing under that name, and nothing at all unless the process is killed.
 *
 * @param options `dryRun` only measures
 * @returns its size in bytes
 * @throws AppError `conflict` where the name is taken, `unavailable` where nothing can be written, `cancelled`; and what
 *   `fill` throws
 */
export async function writeArchive(
  file: string,
  fill: (writer: ArchiveWriter) => Promise<void>,
  options: { now: Date; signal: AbortSignal; dryRun: boolean },
): Promise<number> {
  const folder = path.dirname(file)
  const unfinished = `${file}.part-${randomUUID()}`
  try {
    // Better refused before all the work; a file that appears meanwhile is noticed in the end.
    if ((await stat(file).catch(() => null)) !== null) throw taken(file)
    if (options.dryRun)
      return await fillInto(new Writable({ write: (_chunk, _encoding, done) => done() }), fill, options)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const sink = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    const size = await fillInto(sink, fill, options)
    if (!(await placeFile(unfinished, file))) throw taken(file)
    return size
  } catch (error) {
    if (options.signal.aborted) throw new AppError('cancelled', 'Given up. No backup was written.', { cause: error })
    throw explain(error, file)
  } finally {
    if (!options.dryRun) {
      await rm(unfinished, { force: true }).catch(() => {})
      await syncFolder(folder)
    }
  }
}
