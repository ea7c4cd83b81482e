import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'

const BALLAST = 'ballast-of-the-chaos-run'
const CHUNK = Buffer.alloc(64 * 1024)

/** A small file system mounted on a folder, which can be filled. */
export interface SmallDisk {
  /** Uses every free byte until it is emptied. */
  fill: () => void
  empty: () => void
  remove: () => void
}

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

/**
 * Mounts a file system in memory on an existing folder; null without permission.
 * @param owner owner of the folder; unset: root
 */
export function mountSmallDisk(
  folder: string,
  megabytes: number,
  owner?: { uid?: number; gid?: number },
): SmallDisk | null {
  if (userInfo().uid !== 0) return null
  const whose = owner?.uid === undefined ? '' : `,uid=${owner.uid},gid=${owner.gid}`
  const options = `size=${megabytes}m,mode=0700${whose}`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return null
  const ballast = path.join(folder, BALLAST)
  return {
    fill: () => {
      const file = openSync(ballast, 'w')
      try {
        for (;;) writeSync(file, CHUNK)
      } catch (error) {
        if (!isFull(error)) throw error
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    remove: () => void spawnSync('umount', ['-l', folder]),
  }
}
