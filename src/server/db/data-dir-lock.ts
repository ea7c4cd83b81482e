import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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
}

function readHolder(file: string): Holder | null {
  try {
    const [pid, host] = readFileSync(file, 'utf8').split('\n')
    return pid !== undefined && host !== undefined && /^\d+$/.test(pid) ? { pid: Number(pid), host } : null
  } catch {
    return null
  }
}

/** Whether the recorded holder is a process that no longer runs on this machine. */
function isGone(holder: Holder | null): boolean {
  if (holder === null || holder.host !== hostname()) return false
  // A container restarts with the same process number: a record of our own number is of an earlier life.
  if (holder.pid === process.pid) return true
  try {
    process.kill(holder.pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
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
  const deadline = Date.now() + STALE_MS
  for (;;) {
    const gone = isGone(readHolder(holderFile))
    try {
      const release = await lock(dataDir, {
        lockfilePath: join(dataDir, 'lock'),
        stale: gone ? STALE_AFTER_DEATH_MS : STALE_MS,
        update: RENEW_MS,
        onCompromised: onLost,
      })
      writeFileSync(holderFile, `${process.pid}\n${hostname()}\n`)
      return release
    } catch (error) {
      if (!isLocked(error)) throw error
      if (!gone || Date.now() > deadline) {
        throw new AppError(
          'unavailable',
          `Another Precis process is using the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder, or DATABASE_URL to share one PostgreSQL.`,
          { cause: error },
        )
      }
      await sleep(100)
    }
  }
}
