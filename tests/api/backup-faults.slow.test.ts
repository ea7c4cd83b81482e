import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { countServerConnections } from '../../src/server/jobs/unfinished-jobs.ts'
import { backUp, dump, fill, type Kept, makeFolder, restore, uploadId, user } from '../support/backups.ts'
import { openTestDatabase } from '../support/product.ts'
import { type Entries, edit, editManifest, packTar, unpack, withManifest, writeEntries } from '../support/repack.ts'
import { openTestStorage } from '../support/storages.ts'
import { forSuite } from '../support/suite.ts'

const place = await makeFolder()
afterAll(place.remove)
const good = path.join(place.folder, 'good.tar.gz')
const bad = path.join(place.folder, 'bad.tar.gz')

async function open(): Promise<Kept & { kept: () => Promise<string[]>; close: () => Promise<void> }> {
  const storage = await openTestStorage('disk')
  const database = await openTestDatabase()
  const close = async (): Promise<void> => {
    await database.close()
    await storage.close()
  }
  return { database, storage: storage.storage, kept: storage.kept, close }
}

let entries: Entries
beforeAll(async () => {
  const source = await open()
  await fill(source)
  await backUp(source, good)
  entries = await unpack(good)
  await source.close()
})

/** An archive whose second header is changed, with a matching checksum. */
async function withHeader(change: (header: Buffer) => void): Promise<Buffer> {
  const head = await packTar([entries[0]!])
  const archive = Buffer.concat([
    head.subarray(0, -1024),
    await packTar([{ name: 'files/x', bytes: Buffer.from('abc') }]),
  ])
  const header = archive.subarray(head.length - 1024, head.length - 512)
  change(header)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return gzipSync(archive)
}

const users = 'tables/users/000001.copy'
const secret = { name: 'files/secret', bytes: Buffer.from('x') }
const addFirst = (entry: { name: string; bytes: Buffer }): Entries => [entry, ...entries]
const without = (name: string): Entries => entries.filter((entry) => entry.name !== name)

describe('an incomplete backup', () => {
  let before: Record<string, string[]>
  const target = forSuite(async () => open())
  beforeAll(async () => {
    await target.database.db.execute(sql`INSERT INTO users (email) VALUES ('zoe@example.com')`)
    before = await dump(target.database)
  })

  const refuse = async (said: string | RegExp): Promise<void> => {
    await expect(restore(target, bad, { force: true })).rejects.toThrow(said)
    expect(await dump(target.database)).toEqual(before)
    expect(await target.kept()).toEqual([])
  }

  const packed: [string, () => Entries, string][] = [
    [
      'a changed entry',
      () => edit(entries, users, (text) => text.replace('ada@', 'eve@')),
      `${users} is not as its manifest`,
    ],
    ['a missing entry', () => without(users), 'is not as its manifest lists it'],
    ['a missing last entry', () => without(`files/${uploadId}`), `files/${uploadId} is not as its manifest lists it`],
    ['a missing manifest', () => without('manifest.json'), 'its manifest is missing or cannot be read'],
    ['an entry too many', () => addFirst(secret), 'files/secret is not as its manifest lists it'],
    ['an entry twice', () => addFirst(entries[0]!), 'is not as its manifest lists it'],
    ['an entry after the manifest', () => [...entries, secret], 'files/secret is not as its manifest lists it'],
    [
      'another product',
      () => editManifest(entries, (manifest) => ({ ...manifest, product: 'other' })),
      'cannot be read',
    ],
    [
      'a newer format',
      () => editManifest(entries, (manifest) => ({ ...manifest, format: 3 })),
      'by a newer Precis (1.2.3), in a format that this version does not know',
    ],
    [
      'a newer database',
      () => editManifest(entries, (manifest) => ({ ...manifest, migration: 9_999_999_999_999 })),
      'whose database this version doesn’t know',
    ],
  ]
  it.each(packed)('with %s: is rejected and changes nothing', async (_, change, said) => {
    await writeEntries(bad, change())
    await refuse(said)
  })

  const addTable = (name: string): Entries =>
    withManifest(
      editManifest(addFirst({ name: `tables/${name}/000001.copy`, bytes: Buffer.from('x\n') }), (manifest) => ({
        ...manifest,
        tables: [{ name, columns: [{ name: 'rolname' }] }],
      })),
    )
  const rows: [string, () => Entries, string][] = [
    ['a row that is cut', () => edit(entries, users, (text) => text.replace('\t', '\n')), '(22P04)'],
    ['a value of another type', () => edit(entries, users, (text) => text.replace(user, 'many')), '(22P02)'],
    ['a row twice', () => edit(entries, users, (text) => text + text), '(23505)'],
    ['rows without their user', () => without(users), '(23503)'],
    [
      'an unknown column',
      () => edit(entries, 'manifest.json', (text) => text.replaceAll('"first_name"', '"nick_name"')),
      '(42703)',
    ],
    ["a table that is not the product's", () => addTable('pg_authid'), 'it has no table pg_authid'],
    [
      'a path that leads elsewhere',
      () => addFirst({ ...secret, name: 'files/../../secret' }),
      'Not a key of the storage',
    ],
  ]
  it.each(rows)('with %s and a matching manifest: is rejected and changes nothing', async (_, change, said) => {
    await writeEntries(bad, withManifest(change()))
    await refuse(said)
  })

  it('is rejected where a server could lose data, and restored with --force', async () => {
    await expect(restore(target, good)).rejects.toThrow('contains 1 account. --force permanently replaces')
    expect(await countServerConnections(target.database.db)).toBe(0)
    await target.database.db.execute(sql`CREATE SCHEMA IF NOT EXISTS jobs`)
    const [jobs] = await rowsOf(target.database.db, sql`SELECT to_regclass('jobs.job') AS found`)
    if (jobs?.['found'] === null) await target.database.db.execute(sql`CREATE TABLE jobs.job (id int)`)
    await restore(target, good, { force: true })
    expect((await dump(target.database, ['users']))['users']?.join()).toContain(user)
    expect((await dump(target.database, ['users']))['users']?.join()).not.toContain('zoe@')
  })
})

/** Whether it still unpacks to this content. */
function saysTheSame(packed: Buffer, content: Buffer): boolean {
  try {
    return gunzipSync(packed).equals(content)
  } catch {
    return false
  }
}

describe('an invalid archive', () => {
  const refused = async (bytes: Uint8Array, said: string): Promise<void> => {
    await writeFile(bad, bytes)
    // It is rejected before a database is opened.
    await expect(restore({ database: undefined!, storage: undefined! }, bad)).rejects.toThrow(said)
  }

  it('truncated anywhere', async () => {
    const whole = await readFile(good)
    for (const share of [0, 0.001, 0.2, 0.5, 0.9, 0.9999])
      await refused(whole.subarray(0, whole.length * share), 'not a complete backup')
    const tar = gunzipSync(whole)
    for (const missing of [1025, 2048]) await refused(gzipSync(tar.subarray(0, -missing)), 'nexpected end of')
    await refused(gzipSync(Buffer.concat([tar, Buffer.from('x')])), 'nexpected end of')
  })

  it('with a changed byte', async () => {
    const whole = await readFile(good)
    const content = gunzipSync(whole)
    for (let at = 5; at < whole.length; at += Math.ceil(whole.length / 40)) {
      const damaged = Buffer.from(whole)
      damaged[at]! ^= 0x10
      await writeFile(bad, damaged)
      const outcome = restore({ database: undefined!, storage: undefined! }, bad)
      // Some bytes of gzip don't affect the content, in its header and in padding: then only the missing database
      // fails.
      await expect(outcome).rejects.toThrow(saysTheSame(damaged, content) ? "property 'pool'" : 'not a complete backup')
    }
  })

  it('of another format', async () => {
    await refused(Buffer.from('hello'), 'incorrect header check')
    await refused(gzipSync(Buffer.from('hello')), 'nexpected end of')
    await refused(gzipSync(Buffer.alloc(5120, 'x')), 'Invalid tar header')
    await refused(gzipSync(Buffer.alloc(5120)), 'its manifest is missing')
    await expect(restore({ database: undefined!, storage: undefined! }, place.folder)).rejects.toThrow('EISDIR')
    await expect(restore({ database: undefined!, storage: undefined! }, `${bad}x`)).rejects.toThrow('no such file')
  })

  it('with a link, a folder or another kind of entry', async () => {
    for (const type of ['1', '2', '5'])
      await refused(await withHeader((header) => void header.write(type, 156)), 'something other than plain files')
  })

  it('larger than allowed, without being read', async () => {
    const sized = async (bytes: number) =>
      withHeader((header) => void header.write(bytes.toString(8).padStart(11, '0'), 124))
    await refused(await sized(2 ** 32), 'files/x is larger than it can be')
    // A megabyte of it unpacks to a gigabyte.
    const bomb = gzipSync(
      Buffer.concat([gunzipSync(await sized(60 * 2 ** 20)).subarray(0, -1536), Buffer.alloc(50 * 2 ** 20)]),
    )
    await refused(bomb, 'nexpected end of')
  })
})

describe('an interrupted backup', () => {
  it('leaves no file, and never replaces one', async () => {
    const source = await open()
    const folder = path.join(place.folder, 'broken')
    const file = path.join(folder, 'b.tar.gz')
    const givenUp = new AbortController()
    givenUp.abort()
    await expect(backUp(source, file, givenUp.signal)).rejects.toThrow('aborted')
    const failing = { ...source, storage: { ...source.storage, get: async () => Promise.reject(new Error('no S3')) } }
    await fill(source)
    await expect(backUp(failing, file)).rejects.toThrow('no S3')
    expect(await readdir(folder)).toEqual([])
    await backUp(source, file)
    const whole = await readFile(file)
    await expect(backUp(source, file)).rejects.toThrow('is there already, and is not replaced')
    expect(await readdir(folder)).toEqual(['b.tar.gz'])
    expect(whole.equals(await readFile(file))).toBe(true)
    await expect(backUp(source, path.join(file, 'x'))).rejects.toThrow('could not be written')
    await source.close()
  })
})
