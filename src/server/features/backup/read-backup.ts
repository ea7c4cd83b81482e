import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'

/**
 * A backup is a gzipped tar archive of
 *
 * - `tables/NAME/000001.copy` and so on: rows as PostgreSQL's COPY writes them, in parts that end with a row, parents
 *   before children;
 * - `files/KEY`: uploads that are not summarized yet;
 * - `manifest.json`, last: what the other entries are.
 */
export const FORMAT = 2

export const MANIFEST = 'manifest.json'

/** Larger than any row or upload. */
export const MAX_ENTRY_BYTES = 128 * 1024 * 1024

const nameSchema = z.string().regex(/^[a-z][a-z\d_]{0,62}$/u)

export const manifestSchema = z.object({
  product: z.literal('precis'),
  format: z.literal(FORMAT),
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** Last migration of the database, as the time at which it was written. */
  migration: z.int(),
  tables: z.array(z.object({ name: nameSchema, columns: z.array(z.object({ name: nameSchema })).min(1) })),
  entries: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** Rows by table. */
  rows: z.record(z.string(), z.int().min(0)),
  files: z.object({ count: z.int().min(0), bytes: z.int().min(0) }),
})
export type Manifest = z.infer<typeof manifestSchema>

/** An entry as the manifest lists it. */
export const describeEntry = (name: string, content: Uint8Array): Manifest['entries'][number] => ({
  name,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

export const damaged = (reason: string, cause?: unknown): AppError =>
  new AppError('invalid_input', `This file is not a complete backup: ${reason}. Nothing was restored.`, { cause })

function parseJson<T>(schema: z.ZodType<T>, name: string, content: Buffer | string): T {
  try {
    return schema.parse(JSON.parse(content.toString()))
  } catch (error) {
    throw damaged(`${name} cannot be read`, error)
  }
}

/** Entries of the archive, one at a time in memory. */
async function* readEntries(file: string, signal: AbortSignal): AsyncGenerator<{ name: string; content: Buffer }> {
  const archive = extract()
  const read = pipeline(createReadStream(file), createGunzip(), archive, { signal })
  // The loop sees the same failure.
  read.catch(() => {})
  try {
    for await (const entry of archive) {
      const { name, type, size } = entry.header
      if (type !== 'file') throw damaged('it holds something other than plain files')
      if (size > MAX_ENTRY_BYTES) throw damaged(`${name} is larger than it can be`)
      yield { name, content: await buffer(entry) }
    }
    await read
  } catch (error) {
    if (error instanceof AppError || signal.aborted || !(error instanceof Error)) throw error
    throw damaged(error.message, error)
  } finally {
    archive.destroy()
  }
}

/**
 * Reads a backup from beginning to end, and verifies that its entries are those that its manifest lists.
 * @param take receives each table part and file, before the verification is complete
 * @throws AppError `invalid_input` for a backup that is damaged or of a newer format; whatever `take` throws
 */
export async function readBackup(
  file: string,
  signal: AbortSignal,
  take?: (name: string, content: Buffer) => Promise<void>,
): Promise<Manifest> {
  const entries: Manifest['entries'] = []
  let facts: Record<string, unknown> = {}
  for await (const { name, content } of readEntries(file, signal)) {
    if (name === MANIFEST) {
      facts = parseJson(z.looseObject({}), name, content)
      continue
    }
    await take?.(name, content)
    entries.push(describeEntry(name, content))
  }
  if (Number(facts['format']) > FORMAT) {
    const message = `This backup was made by a newer Precis (${String(facts['version'])}), in a format that this version does not know. Restore it with that version.`
    throw new AppError('invalid_input', message)
  }
  const { data: manifest, error } = manifestSchema.safeParse(facts)
  if (manifest === undefined) throw damaged('its manifest is missing or cannot be read', error)
  const listed = manifest.entries
  const wrong = entries.find((entry, at) => !isDeepStrictEqual(entry, listed[at])) ?? listed[entries.length]
  if (wrong !== undefined) throw damaged(`${wrong.name} is not as its manifest lists it`)
  return manifest
}
