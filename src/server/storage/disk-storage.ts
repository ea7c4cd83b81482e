import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  checkKey,
  isKey,
  keyTaken,
  limitBytes,
  type ObjectStorage,
  type StoredObject,
  tooLarge,
} from './object-storage.ts'
import { placeFile, syncFolder } from './place-file.ts'

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

async function writeWhole(file: string, body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
  const handle = await open(file, 'wx', 0o600)
  try {
    let bytes = 0
    for await (const chunk of limitBytes(body, maxBytes)) {
      await handle.writeFile(chunk)
      bytes += chunk.byteLength
    }
    await handle.sync()
    return bytes
  } finally {
    await handle.close()
  }
}

/**
 * Stores objects as files of one folder, readable only by their owner. A file is written under a temporary name and then
 * renamed, so a crash leaves either the file or a leftover that `listOlderThan` lists.
 *
 * @param folder created if missing
 */
export async function openDiskStorage(folder: string): Promise<ObjectStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 })

  const fileOf = (key: string): string => {
    checkKey(key)
    return path.join(folder, key)
  }

  async function head(key: string): Promise<StoredObject | null> {
    try {
      const { size, mtime } = await stat(fileOf(key))
      return { key, bytes: size, modifiedAt: mtime }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    }
  }

  return {
    directOrigin: null,
    signedPutUrl: async () => null,
    head,
    put: async (key, body, { maxBytes }) => {
      const file = fileOf(key)
      const unfinished = `${file}.part-${randomBytes(8).toString('hex')}`
      try {
        const bytes = await writeWhole(unfinished, body, maxBytes)
        if (!(await placeFile(unfinished, file))) throw keyTaken()
        return bytes
      } finally {
        await rm(unfinished, { force: true })
        await syncFolder(folder)
      }
    },
    get: async (key, maxBytes) => {
      const found = await head(key)
      if (found === null) return null
      if (found.bytes > maxBytes) throw tooLarge(maxBytes)
      return readFile(fileOf(key))
    },
    delete: async (key) => {
      await rm(fileOf(key), { force: true })
    },
    async *listOlderThan(moment) {
      for await (const { name } of await opendir(folder)) {
        const found = isKey(name) ? await head(name) : null
        if (found !== null && found.modifiedAt < moment) yield found
      }
    },
    close: async () => {},
  }
}
