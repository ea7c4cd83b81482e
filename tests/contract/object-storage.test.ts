import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StoredObject } from '../../src/server/storage/object-storage.ts'
import { openTestStorage, storageNames } from '../support/storages.ts'
import { forEachTest } from '../support/suite.ts'

async function* chunks(...parts: (string | Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part
    yield typeof part === 'string' ? Buffer.from(part) : part
  }
}

const inAMinute = (): Date => new Date(Date.now() + 60_000)

describe.each(storageNames)('storage on %s', (name) => {
  const test = forEachTest(async () => openTestStorage(name))

  const put = async (key: string, text = 'abc'): Promise<number> =>
    test.storage.put(key, chunks(text), { maxBytes: 100, bytes: Buffer.byteLength(text) })
  const text = async (key: string): Promise<string | null> => {
    const bytes = await test.storage.get(key, 1000)
    return bytes === null ? null : Buffer.from(bytes).toString()
  }
  const list = async (moment: Date): Promise<StoredObject[]> => {
    const found: StoredObject[] = []
    for await (const object of test.storage.listOlderThan(moment)) found.push(object)
    return found.sort((a, b) => a.key.localeCompare(b.key))
  }

  it.each([
    ['known', 6],
    ['not known', null],
  ])('stores content, with length %s', async (_, bytes) => {
    expect(await test.storage.put('a', chunks('abc', 'def'), { maxBytes: 6, bytes })).toBe(6)
    expect(await text('a')).toBe('abcdef')
    const head = await test.storage.head('a')
    expect(head).toMatchObject({ key: 'a', bytes: 6 })
    expect(Math.abs(head!.modifiedAt.getTime() - Date.now())).toBeLessThan(10_000)
    expect(await test.kept()).toEqual(['a'])
  })

  it('stores megabytes unchanged, and an empty file', async () => {
    const bytes = randomBytes(3 * 1024 * 1024)
    const parts = Array.from({ length: 48 }, (_, n) => bytes.subarray(n * 65_536, (n + 1) * 65_536))
    await test.storage.put('large', chunks(...parts), { maxBytes: bytes.length, bytes: bytes.length })
    expect(bytes.equals((await test.storage.get('large', bytes.length))!)).toBe(true)
    await test.storage.put('empty', chunks(), { maxBytes: 10, bytes: 0 })
    expect(await text('empty')).toBe('')
  })

  it('returns nothing for unknown keys', async () => {
    expect(await test.storage.head('none')).toBeNull()
    expect(await test.storage.get('none', 10)).toBeNull()
    await test.storage.delete('none')
    expect(await list(inAMinute())).toEqual([])
  })

  it.each([
    ['it said so', 8],
    ['it did not say', null],
    ['it said something else', 6],
  ])('rejects too long content while it arrives and stores none of it: %s', async (_, bytes) => {
    const sent = test.storage.put('a', chunks('abcd', 'efgh'), { maxBytes: 7, bytes })
    await expect(sent).rejects.toMatchObject({
      code: 'payload_too_large',
      message: 'This file exceeds maximum allowed size of 7 B.',
    })
    expect(await test.kept()).toEqual([])
  })

  it('stores nothing of a stream that breaks, reports why, and accepts the next attempt', async () => {
    const broken = test.storage.put('a', chunks('abc', new Error('the line went dead')), { maxBytes: 9, bytes: 6 })
    await expect(broken).rejects.toThrow('the line went dead')
    expect(await test.kept()).toEqual([])
    await put('a', 'abcdef')
    expect(await text('a')).toBe('abcdef')
  })

  it('never overwrites an object', async () => {
    await put('a', 'first')
    await expect(put('a', 'other')).rejects.toMatchObject({ code: 'upload_exists' })
    expect(await text('a')).toBe('first')
    expect(await test.kept()).toEqual(['a'])
    const together = await Promise.allSettled([put('b', 'one'), put('b', 'two'), put('b', 'six')])
    expect(together.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await test.kept()).sort()).toEqual(['a', 'b'])
  })

  it('reads no more than requested', async () => {
    await put('a', 'abcd')
    await expect(test.storage.get('a', 3)).rejects.toMatchObject({ code: 'payload_too_large' })
    expect(Buffer.from((await test.storage.get('a', 4))!).toString()).toBe('abcd')
  })

  it('copies an object to a new file, within a limit', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'precis-storage-'))
    const file = (name: string): string => path.join(folder, name)
    try {
      await put('a', 'abcd')
      expect(await test.storage.save('a', file('whole'), 4)).toBe(true)
      expect(await readFile(file('whole'), 'utf8')).toBe('abcd')
      await expect(test.storage.save('a', file('whole'), 4)).rejects.toMatchObject({ code: 'EEXIST' })
      await expect(test.storage.save('a', file('cut'), 3)).rejects.toMatchObject({ code: 'payload_too_large' })
      expect(await test.storage.save('none', file('none'), 4)).toBe(false)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('deletes objects, and accepts the key again', async () => {
    await put('a')
    await test.storage.delete('a')
    expect(await test.storage.head('a')).toBeNull()
    expect(await test.kept()).toEqual([])
    await put('a', 'new')
    expect(await text('a')).toBe('new')
  })

  it('lists objects older than a time, across pages', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await put(key)
    expect(await list(inAMinute())).toMatchObject(['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, bytes: 3 })))
    expect(await list(new Date(Date.now() - 60_000))).toEqual([])
  })

  it.each(['', '../a', 'a/b', '..', 'a..b', 'A', '.a', 'a\\b', 'ä', 'x'.repeat(101)])(
    'rejects the foreign key %j',
    async (key) => {
      await expect(put(key)).rejects.toThrow('Not a key')
      await expect(test.storage.get(key, 10)).rejects.toThrow('Not a key')
      await expect(test.storage.head(key)).rejects.toThrow('Not a key')
      await expect(test.storage.delete(key)).rejects.toThrow('Not a key')
      expect(await test.kept()).toEqual([])
    },
  )

  it('signs a URL for a file of one size, or accepts files through the server only', async () => {
    const url = await test.storage.signedPutUrl('a', 3, 60)
    expect(url === null).toBe(test.storage.directOrigin === null)
    if (url === null) return
    expect(new URL(url).origin).toBe(test.storage.directOrigin)
    const send = async (address: string, body: string): Promise<number> =>
      (await fetch(address, { method: 'PUT', body, headers: { 'content-type': 'application/pdf' } })).status
    expect(await send(url, 'four')).toBe(403)
    expect(await send(url.replace('/uploads/a', '/uploads/b'), 'abc')).toBe(403)
    expect(await send(url.replace(/Expires=60/u, 'Expires=600'), 'abc')).toBe(403)
    expect(await send(`${url}&x-amz-acl=public-read`, 'abc')).toBe(403)
    expect((await fetch(url)).status).toBe(403)
    expect(await test.kept()).toEqual([])
    expect(await send(url, 'abc')).toBe(200)
    expect(await text('a')).toBe('abc')
  })
})
