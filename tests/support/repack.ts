import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'

export type Entries = { name: string; bytes: Buffer }[]

/** An archive of entries, uncompressed, valid or not. */
export async function packTar(entries: readonly { name: string; bytes: Uint8Array }[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, bytes } of entries) archive.entry({ name, mode: 0o600 }, Buffer.from(bytes))
  archive.finalize()
  return buffer(archive)
}

export async function unpack(file: string): Promise<Entries> {
  const archive = extract()
  archive.end(gunzipSync(await readFile(file)))
  const entries: Entries = []
  for await (const entry of archive) entries.push({ name: entry.header.name, bytes: await buffer(entry) })
  return entries
}

/** The changed text of an entry. */
export function edit(entries: Entries, name: string, change: (text: string) => string): Entries {
  if (!entries.some((entry) => entry.name === name)) throw new Error(`No entry ${name}`)
  return entries.map((entry) =>
    entry.name === name ? { name, bytes: Buffer.from(change(entry.bytes.toString())) } : entry,
  )
}

/** The manifest, changed. */
export const editManifest = (entries: Entries, change: (manifest: Record<string, unknown>) => object): Entries =>
  edit(entries, 'manifest.json', (text) => JSON.stringify(change(JSON.parse(text))))

/** The same with a manifest that fits it, as after a deliberate change. */
export function withManifest(entries: Entries): Entries {
  const others = entries.filter(({ name }) => name !== 'manifest.json')
  const rows: Record<string, number> = {}
  const files = { count: 0, bytes: 0 }
  for (const { name, bytes } of others) {
    const table = /^tables\/(\w+)\//u.exec(name)?.[1]
    if (table !== undefined) rows[table] = (rows[table] ?? 0) + bytes.toString().split('\n').length - 1
    if (!name.startsWith('files/')) continue
    files.count += 1
    files.bytes += bytes.length
  }
  const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  const listed = others.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: hash(bytes) }))
  const manifest = entries.find(({ name }) => name === 'manifest.json') ?? {
    name: 'manifest.json',
    bytes: Buffer.from('{}'),
  }
  return editManifest([...others, manifest], (manifest) => ({ ...manifest, entries: listed, rows, files }))
}

export async function writeEntries(file: string, entries: Entries): Promise<void> {
  await writeFile(file, gzipSync(await packTar(entries)))
}
