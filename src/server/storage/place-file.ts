import { link, open, rename, stat } from 'node:fs/promises'

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** A name is only safe on disk once its folder is. Systems without folders that can be synced have no need of it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/**
 * Gives a finished file its name: by a link, which never replaces another; by renaming where there are no links. The
 * file under its first name may be left behind.
 *
 * @returns false where the name is taken
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
