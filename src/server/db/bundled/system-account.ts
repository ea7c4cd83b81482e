import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** System account that PostgreSQL runs under; empty for this process's own. */
export interface Account {
  uid?: number
  gid?: number
}

export const isRoot = (): boolean => process.getuid?.() === 0

const idOfNobody = (flag: '-u' | '-g'): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))

/**
 * Chooses the account for PostgreSQL, which refuses to run as root: the owner of the first of some directories that
 * exists and doesn't belong to root, or else `nobody`.
 */
export function accountFor(directories: readonly string[]): Account {
  if (!isRoot()) return {}
  for (const directory of directories) {
    const found = fs.statSync(directory, { throwIfNoEntry: false })
    if (found !== undefined && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  }
  return { uid: idOfNobody('-u'), gid: idOfNobody('-g') }
}

/** Whether an account may enter a directory, by the permission bits of the directory and its parents. */
export function canReach(account: Account, directory: string): boolean {
  const { uid, gid } = account
  if (uid === undefined) return true
  const stats = fs.statSync(directory)
  const bit = stats.uid === uid ? 0o100 : stats.gid === gid ? 0o010 : 0o001
  const parent = path.dirname(directory)
  return (stats.mode & bit) !== 0 && (parent === directory || canReach(account, parent))
}
