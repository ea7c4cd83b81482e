import { randomBytes } from 'node:crypto'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../../shared/errors.ts'
import { limitBytes } from './object-storage.ts'

/** Syncs a folder, which makes new names in it durable. Does nothing on systems that cannot sync folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** Gives a file its name by a hard link, which never replaces a file, or by renaming where links are not supported. */
async function placeFile(finished: string, file: string): Promise<boolean> {
  try {
    await link(finished, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if ((await stat(file).catch(() => null)) !== null) return false
    await rename(finished, file)
  }
  return true
}

/**
 * Writes a file that only its owner may read. It is written under a temporary name and then renamed, so a crash leaves
 * either the whole file or a leftover whose name contains `.part-`.
 * @returns its size in bytes; null if there is a file of this name, which stays as it is
 * @throws AppError `payload_too_large`, errors of the file system, and whatever the body throws
 */
export async function writeWhole(file: string, body: AsyncIterable<Uint8Array>, maxBytes = Number.POSITIVE_INFINITY) {
  const unfinished = `${file}.part-${randomBytes(8).toString('hex')}`
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    let bytes = 0
    try {
      for await (const chunk of limitBytes(body, maxBytes)) {
        await handle.writeFile(chunk)
        bytes += chunk.byteLength
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    return (await placeFile(unfinished, file)) ? bytes : null
  } finally {
    await rm(unfinished, { force: true })
    await syncFolder(path.dirname(file))
  }
}
