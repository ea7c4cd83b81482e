import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lock } from 'proper-lockfile'
import { AppError } from '../../shared/errors.ts'

/** A lock counts as abandoned when its holder has not renewed it for this long. */
const STALE_MS = 10_000
/** The same where the holder is known to be gone: proper-lockfile takes nothing shorter. */
const STALE_AFTER_DEATH_MS = 2000
const RENEW_MS = 1000

interface Holder {
  pid: number
  host: string
  /** Tells a process from a later one with the same number; empty where the system does not say. */
  started: string
}

/** When a process of this machine started: its boot and its clock tick within it (Linux: proc(5), field 22 of stat). */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return ''
  }
}

function readHolder(file: string): Holder | null {
  try {
    const [pid = '', host = '', started = ''] = readFileSync(file, 'utf8').split('\n')
    return /^\d+$/.test(pid) && host !== '' ? { pid: Number(pid), host, started } : null
  } catch {
    return null
  }
}

function runsHere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** What is known of the recorded holder: it runs, it is gone, or (another machine's, no record) nobody can say. */
function stateOf(holder: Holder | null): 'running' | 'gone' | 'unknown' {
  if (holder === null || holder.host !== hostname()) return 'unknown'
  // A container restarts with the same process number: a record of our own number is of an earlier life.
  if (holder.pid === process.pid || !runsHere(holder.pid)) return 'gone'
  return holder.started === '' || holder.started === startOf(holder.pid) ? 'running' : 'gone'
}

/**
 * The clock may have been ahead when a holder that is gone renewed its lock, and have been set since: the lock would seem
 * fresh for as long as that was.
 */
function dateNoLaterThanNow(lockfilePath: string): void {
  const now = new Date()
  const renewedAt = statSync(lockfilePath, { throwIfNoEntry: false })?.mtime
  if (renewedAt !== undefined && renewedAt > now) utimesSync(lockfilePath, now, now)
}

const isLocked = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ELOCKED'

/**
 * Takes the data folder for this process alone. Two processes on one embedded database would destroy it. After a crash
 * the folder is free again within about two seconds.
 *
 * @param dataDir folder, made when missing
 * @param onLost called when the lock was lost while held (a frozen process that woke up late); the caller must stop
 * @returns a function that gives the folder back
 * @throws AppError `unavailable` when another process holds the folder
 */
export async function lockDataDir(dataDir: string, onLost: (error: Error) => void): Promise<() => Promise<void>> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const holderFile = join(dataDir, 'lock-holder')
  const lockfilePath = join(dataDir, 'lock')
  // An abandoned lock counts as stale a moment after its last renewal, which may have been just before its holder died.
  const deadline = Date.now() + STALE_MS + 2 * RENEW_MS
  for (;;) {
    const holder = stateOf(readHolder(holderFile))
    try {
      const stale = holder === 'gone' ? STALE_AFTER_DEATH_MS : STALE_MS
      // A holder that is seen to run keeps its folder, however long it has been too busy to renew the lock.
      if (holder === 'running' && existsSync(lockfilePath)) throw inUse(dataDir)
      if (holder === 'gone') dateNoLaterThanNow(lockfilePath)
      const release = await lock(dataDir, { lockfilePath, stale, update: RENEW_MS, onCompromised: onLost })
      writeFileSync(holderFile, `${process.pid}\n${hostname()}\n${startOf(process.pid)}\n`)
      return release
    } catch (error) {
      if (!isLocked(error)) throw error
      if (Date.now() > deadline) throw inUse(dataDir)
      await sleep(100)
    }
  }
}

function inUse(dataDir: string): AppError {
  return new AppError(
    'unavailable',
    `Another Precis process is using the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder, or DATABASE_URL to share one PostgreSQL.`,
  )
}
