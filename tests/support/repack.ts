import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readTar, type TarEntry, tarEnd, tarHeader, tarPadding } from '../../src/server/features/backup/tar.ts'

export type Entries = { name: string; bytes: Buffer }[]

/** An archive of entries, whatever they are. */
export const pack = (entries: readonly TarEntry[]): Buffer =>
  gzipSync(
    Buffer.concat([
      ...entries.flatMap(({ name, bytes }) => [
        tarHeader(name, bytes.length, new Date()),
        bytes,
        tarPadding(bytes.length),
      ]),
      tarEnd(),
    ]),
  )

export async function unpack(file: string): Promise<Entries> {
  const stream = (async function* () {
    yield gunzipSync(await readFile(file))
  })()
  return Array.fromAsync(readTar(stream, () => Number.POSITIVE_INFINITY))
}

/** The text of an entry, changed. */
export function edit(entries: Entries, name: string, change: (text: string) => string): Entries {
  return entries.map((entry) =>
    entry.name === name ? { name, bytes: Buffer.from(change(entry.bytes.toString())) } : entry,
  )
}

/** The same with a manifest that fits it: what somebody does who changes a backup on purpose. */
export function withManifest(entries: Entries): Entries {
  const others = entries.filter(({ name }) => name !== 'manifest.json')
  const rows: Record<string, number> = {}
  const head = others.find(({ name }) => name === 'backup.json')!
  for (const { name } of JSON.parse(head.bytes.toString()).tables) rows[name] = 0
  const files = { count: 0, bytes: 0 }
  for (const { name, bytes } of others) {
    const table = /^tables\/(\w+)\//u.exec(name)?.[1]
    if (table !== undefined) rows[table] = (rows[table] ?? 0) + bytes.toString().split('\n').length - 1
    if (!name.startsWith('files/')) continue
    files.count += 1
    files.bytes += bytes.length
  }
  const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  const manifest = {
    entries: others.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: hash(bytes) })),
    rows,
    files,
  }
  return [...others, { name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest)) }]
}

export async function writeEntries(file: string, entries: Entries): Promise<void> {
  await writeFile(file, pack(entries))
}
