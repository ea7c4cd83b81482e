import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { AppError, codeOf } from '../../../shared/errors.ts'
import { keptSecret, syncFolder } from '../../platform/kept-secret.ts'
import type { Log } from '../../platform/log.ts'
import { childEnvironment } from '../../platform/process.ts'
import { type Account, accountFor, canReach, findPrograms, isRoot, makeSystemFolder } from './account.ts'

const RESTORE = 'move it away and run "precis restore FILE" with your last backup'

const unavailable = (message: string, cause?: unknown): AppError => new AppError('unavailable', message, { cause })

const missing = (folder: string): AppError =>
  unavailable(
    `The database directory ${folder} is missing or incomplete, although this installation has had a database: put it back, or run "precis restore FILE" with your last backup.`,
  )

const replaced = (folder: string, cause: unknown): AppError =>
  unavailable(
    `The database directory ${folder} is not the one that this installation created, since its password is another: put the original back, or ${RESTORE}.`,
    cause,
  )

const damaged = (folder: string, reason: string, cause?: unknown): AppError =>
  unavailable(`The database directory ${folder} is damaged ("${reason}"): ${RESTORE}.`, cause)

const full = (folder: string, cause?: unknown): AppError =>
  unavailable(`The disk of the database directory ${folder} is full: make room, and start Precis again.`, cause)

const readOnly = (folder: string, reason: string, cause?: unknown): AppError =>
  unavailable(
    `The database directory ${folder} cannot be written ("${reason}"): give the account that runs Precis write access, and start Precis again.`,
    cause,
  )

/** Explains in one sentence why PostgreSQL or initdb failed. */
export function explainOutput(folder: string, output: string): AppError {
  const lines = output.split('\n').map((line) => line.trim())
  const line =
    lines.find((text) => /^(?:FATAL|PANIC):|error:/u.test(text)) ?? lines.find((text) => text !== '') ?? 'no message'
  const reason = line.replace(/^.*?(?:FATAL|PANIC|error):\s*/u, '')
  if (/No space left on device|Disk quota exceeded/u.test(output)) return full(folder)
  if (/Permission denied|Read-only file system|Operation not permitted/u.test(output)) return readOnly(folder, reason)
  const hint = lines.find((text) => text.startsWith('DETAIL:'))?.replace(/^DETAIL:\s*/u, '')
  return damaged(folder, hint === undefined ? reason : `${reason}: ${hint}`)
}

/** Explains an error of the file system or of a connection in one sentence; returns others unchanged. */
export function explainError(folder: string, error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    const code = codeOf(inner)
    if (['ENOSPC', 'EDQUOT', '53100'].includes(code)) return full(folder, error)
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return readOnly(folder, inner.message, error)
    if (['ENOTDIR', 'EEXIST', 'ENOTEMPTY'].includes(code)) return damaged(folder, inner.message, error)
    if (code.startsWith('28')) return replaced(folder, error)
    // Internal errors, I/O errors, and fatal errors of a new connection mean damaged files.
    const isFatal = 'severity' in inner && inner.severity === 'FATAL' && !/^5[37]/u.test(code)
    if (isFatal || /^(?:XX|58)/u.test(code)) return damaged(folder, inner.message, error)
  }
  return error
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
  /** Directory of PostgreSQL's programs. */
  programs: string
}

const linkIn = (dataDir: string): string => path.join(dataDir, 'postgres')

export const hasCluster = (dataDir: string): boolean => existsSync(path.join(linkIn(dataDir), 'PG_VERSION'))

/** Runs one of PostgreSQL's programs; resolves with its exit code and output. */
export async function runProgram(
  program: string,
  args: readonly string[],
  account: Account,
): Promise<{ code: number | null; output: string }> {
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
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
}

/**
 * Creates the files of a cluster in an empty directory, with further options of initdb. @throws Error with its output
 */
export async function initializeCluster(
  { folder, password, account, programs }: Cluster,
  extra: readonly string[] = [],
): Promise<void> {
  const passwordFile = `${folder}.password`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    own(folder, account)
    writeFileSync(passwordFile, password, { mode: 0o600 })
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
    rmSync(passwordFile, { force: true })
  }
}

/** Rejects the data directory of an earlier version, whose database this one can't read. */
function refuseEarlierVersion(dataDir: string): void {
  if (hasCluster(dataDir) || !existsSync(path.join(dataDir, 'pglite', 'PG_VERSION'))) return
  throw new AppError(
    'unavailable',
    `${path.join(dataDir, 'pglite')} holds the database of an earlier version of Precis, which this version cannot read: with the earlier version run "precis backup FILE", set DATA_DIR to a new directory, and run "precis restore FILE" with this version.`,
  )
}

const unfinishedIn = (dataDir: string): string[] => readdirSync(dataDir).filter((name) => name.startsWith(UNFINISHED))

/** Creates a cluster in a directory that PostgreSQL's account can reach, with a link to it in the data directory. */
async function create(dataDir: string, log: Log): Promise<void> {
  // Its presence marks a first start that was interrupted before there was a database.
  const unfinished = path.join(dataDir, `${UNFINISHED}${randomUUID()}`)
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const password = keptSecret(dataDir, 'postgres')
  const account = accountFor([dataDir])
  // Search permission only: file names stay hidden, and files have permissions of their own.
  if (isRoot() && statSync(dataDir).uid === 0) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
  const link = linkIn(dataDir)
  const reachable = canReach(account, realpathSync(dataDir))
  const folder = reachable
    ? path.join(realpathSync(dataDir), path.basename(unfinished))
    : path.join(makeSystemFolder(), `data-${randomUUID()}`)
  try {
    await initializeCluster({ folder, password, account, programs: findPrograms(account) })
    if (!existsSync(link) || readdirSync(link).length === 0) rmSync(link, { recursive: true, force: true })
    if (reachable) renameSync(folder, link)
    else symlinkSync(folder, link)
    syncFolder(dataDir)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    // Another process may have been faster.
    if (!hasCluster(dataDir)) throw error
  }
  for (const name of unfinishedIn(dataDir)) rmSync(path.join(dataDir, name), { recursive: true, force: true })
  if (!reachable)
    log.warn(
      { event: 'database.elsewhere', folder },
      'the database is not in DATA_DIR, which PostgreSQL cannot reach when it is started by root',
    )
}

/**
 * Finds the cluster of a data directory, or creates one on a first start, and with `replaceMissing` also where an
 * earlier one has disappeared, to restore a backup into it.
 * @throws AppError `unavailable` in one sentence: a database of an earlier version, a missing one, a directory that
 * cannot be written
 */
export async function openCluster(dataDir: string, log: Log, options: { replaceMissing: boolean }): Promise<Cluster> {
  try {
    refuseEarlierVersion(dataDir)
    if (!hasCluster(dataDir)) {
      const hadOne = existsSync(path.join(dataDir, 'secrets', 'postgres')) && unfinishedIn(dataDir).length === 0
      if (hadOne && !options.replaceMissing) throw missing(linkIn(dataDir))
      await create(dataDir, log)
    }
    const folder = realpathSync(linkIn(dataDir))
    const account = accountFor([folder])
    return { folder, account, password: keptSecret(dataDir, 'postgres'), programs: findPrograms(account) }
  } catch (error) {
    throw explainError(linkIn(dataDir), error)
  }
}
