import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import {
  anyHeadSchema,
  type BackupHead,
  type BackupManifest,
  damaged,
  FORMAT,
  HEAD,
  headSchema,
  keyOf,
  MANIFEST,
  manifestSchema,
  maxBytesOf,
  tableOf,
} from './backup-format.ts'

/** An entry of an archive, whole. */
export interface ArchiveEntry {
  name: string
  bytes: Buffer
}

/** A backup that has been looked through from its beginning to its end. */
export interface CheckedBackup {
  file: string
  head: BackupHead
  manifest: BackupManifest
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** What the system or the decompressor says, for the operator. */
function explain(error: unknown, file: string): unknown {
  const code = codeOf(error)
  if (error instanceof AppError) return error
  if (code === 'ENOENT') return new AppError('not_found', `There is no file ${file}.`, { cause: error })
  if (code === 'EISDIR') return new AppError('invalid_input', `${file} is a folder.`, { cause: error })
  if (code === 'EACCES') return new AppError('invalid_input', `This user may not read ${file}.`, { cause: error })
  if (code === 'Z_BUF_ERROR') return damaged('it ends too early', error)
  if (code.startsWith('Z_')) return damaged('it cannot be decompressed', error)
  if (error instanceof Error && error.message === 'Unexpected end of data') return damaged('it ends too early', error)
  if (error instanceof Error && error.message.startsWith('Invalid tar header'))
    return damaged('the head of an entry is broken', error)
  return error
}

/**
 * The entries of an archive, one at a time in memory.
 *
 * @throws AppError `not_found`, `invalid_input`
 */
async function* readEntries(file: string, signal: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const archive = extract()
  const read = pipeline(createReadStream(file), createGunzip(), archive, { signal })
  read.catch(() => {})
  try {
    for await (const entry of archive) {
      signal.throwIfAborted()
      const { name, type, size } = entry.header
      if (type !== 'file') throw damaged('it holds something other than plain files')
      const maxBytes = maxBytesOf(name)
      if (maxBytes === null) throw damaged(`${JSON.stringify(name)} is no name for an entry`)
      if (size > maxBytes) throw damaged(`${name} is larger than it can be`)
      yield { name, bytes: await buffer(entry) }
    }
    await read
  } catch (error) {
    if (signal.aborted) throw new AppError('cancelled', 'Given up. Nothing was restored.', { cause: error })
    throw explain(error, file)
  } finally {
    archive.destroy()
  }
}

function parseJson<T>(schema: z.ZodType<T>, { name, bytes }: ArchiveEntry): T {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    throw damaged(`${name} cannot be read`, error)
  }
}

/** Says first what a newer version may have written that this one cannot read. */
function parseHead(entry: ArchiveEntry): BackupHead {
  if (entry.name !== HEAD) throw damaged('it does not begin as one')
  const { format, version } = parseJson(anyHeadSchema, entry)
  if (format > FORMAT) {
    throw new AppError(
      'invalid_input',
      `This backup was made by a newer Precis (${version}), in a format that this version does not know. Restore it with that version.`,
    )
  }
  return parseJson(headSchema, entry)
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const lineFeed = '\n'.charCodeAt(0)

/** Rows that an entry holds: it has one a line, each of them ended. */
function countLines({ name, bytes }: ArchiveEntry): number {
  if (bytes.at(-1) !== lineFeed) throw damaged(`${name} is cut off`)
  let lines = 0
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines += 1
  return lines
}

/** What has been seen of an archive, to be held against what its manifest says. */
class Seen {
  readonly #entries: BackupManifest['entries'] = []
  readonly #names = new Set<string>()
  readonly #rows: Map<string, number>
  readonly #files = { count: 0, bytes: 0 }

  constructor(head: BackupHead) {
    this.#rows = new Map(head.tables.map(({ name }) => [name, 0]))
  }

  add(entry: ArchiveEntry): void {
    const { name, bytes } = entry
    if (this.#names.has(name)) throw damaged(`it holds ${name} twice`)
    this.#names.add(name)
    this.#entries.push({ name, bytes: bytes.length, sha256: sha256(bytes) })
    const table = tableOf(name)
    if (table !== null) {
      const rows = this.#rows.get(table)
      if (rows === undefined) throw damaged(`it holds rows of ${table}, which its head does not name`)
      this.#rows.set(table, rows + countLines(entry))
    } else if (keyOf(name) !== null) {
      this.#files.count += 1
      this.#files.bytes += bytes.length
    }
  }

  compare({ entries, rows, files }: BackupManifest): void {
    for (const [at, entry] of this.#entries.entries()) {
      const listed = entries[at]
      if (listed === undefined || listed.name !== entry.name) throw damaged(`${entry.name} is not in its manifest`)
      if (listed.sha256 !== entry.sha256 || listed.bytes !== entry.bytes) throw damaged(`${entry.name} was changed`)
    }
    const missing = entries[this.#entries.length]
    if (missing !== undefined) throw damaged(`${missing.name} is missing`)
    const counted = { rows: Object.fromEntries(this.#rows), files: this.#files }
    if (!isDeepStrictEqual(counted, { rows, files })) throw damaged('it does not hold what its manifest says')
  }
}

/**
 * Looks through a whole backup: every name, length and hash, and that nothing is missing or too much. Nothing is kept
 * of it but what it says of itself.
 *
 * @throws AppError `invalid_input` for one that is damaged or of a newer format, `not_found`, `cancelled`
 */
export async function checkArchive(file: string, signal: AbortSignal): Promise<CheckedBackup> {
  let head: BackupHead | undefined
  let seen: Seen | undefined
  let manifest: BackupManifest | undefined
  for await (const entry of readEntries(file, signal)) {
    if (manifest !== undefined) throw damaged('something follows its manifest')
    if (seen === undefined) {
      head = parseHead(entry)
      seen = new Seen(head)
    }
    if (entry.name === MANIFEST) manifest = parseJson(manifestSchema, entry)
    else seen.add(entry)
  }
  if (head === undefined || seen === undefined || manifest === undefined) throw damaged('its manifest is missing')
  seen.compare(manifest)
  return { file, head, manifest }
}

/**
 * The rows and files of a backup that has been checked, each held against the manifest once more: the file may have been
 * replaced meanwhile.
 */
export async function* readChecked(
  { file, manifest }: CheckedBackup,
  signal: AbortSignal,
): AsyncGenerator<ArchiveEntry> {
  const hashes = new Map(manifest.entries.map((entry) => [entry.name, entry.sha256]))
  for await (const entry of readEntries(file, signal)) {
    if (entry.name === MANIFEST) continue
    if (hashes.get(entry.name) !== sha256(entry.bytes)) throw damaged('it was changed while it was read')
    hashes.delete(entry.name)
    if (entry.name !== HEAD) yield entry
  }
  if (hashes.size > 0) throw damaged('it was changed while it was read')
}
