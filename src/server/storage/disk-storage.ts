import { constants, copyFile, mkdir, opendir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../../shared/errors.ts'
import { checkKey, isKey, keyTaken, type ObjectStorage, type StoredObject, tooLarge } from './object-storage.ts'
import { writeWhole } from './write-whole.ts'

/**
 * Stores objects as files of one folder, which is created if missing, readable only by their owner. `listOlderThan`
 * lists what a crash leaves of a file, too.
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
      const bytes = await writeWhole(fileOf(key), body, maxBytes)
      if (bytes === null) throw keyTaken()
      return bytes
    },
    get: async (key, maxBytes) => {
      const found = await head(key)
      if (found === null) return null
      if (found.bytes > maxBytes) throw tooLarge(maxBytes)
      return readFile(fileOf(key))
    },
    save: async (key, file, maxBytes) => {
      const found = await head(key)
      if (found === null) return false
      if (found.bytes > maxBytes) throw tooLarge(maxBytes)
      await copyFile(fileOf(key), file, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
      return true
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
