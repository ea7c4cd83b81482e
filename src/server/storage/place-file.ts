import { link, open, rename, stat } from 'node:fs/promises'

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Syncs a folder, which makes new names in it durable. Does nothing on systems that cannot sync folders. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/**
 * Gives a finished file its name by a hard link, which never replaces a file, or by renaming where links are not supported.
 * The temporary name may remain.
 *
 * @returns false when the name is taken
 */
export async function placeFile(finished: string, file: string): Promise<boolean> {
  try {
    await link(finished, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if ((await stat(file).catch(() => null)) !== null) return false
    await rename(finished, file)
  }
  return true
}
