import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './report.mjs'

const POLL_MS = 200
/** A holder writes its name right after it made the folder; one that has not by then died in between. */
const NAMELESS_MS = 5_000

/** Whether a process of this machine lives, ours or not. */
export function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Returns the process id in a lock; null where none was written, or none in full, as on a disk without space. */
function readHolder(folder) {
  try {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    // Signals to 0 and to negative numbers reach groups of processes, this one among them.
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function isAbandoned(folder) {
  const pid = readHolder(folder)
  if (pid !== null) return !isRunning(pid)
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs
  return made !== undefined && Date.now() - made > NAMELESS_MS
}

function take(folder) {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  try {
    writeFileSync(join(folder, 'pid'), String(process.pid))
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return true
}

/**
 * Runs `work` while holding a lock that other processes on this machine respect. A lock whose holder has died is taken
 * over.
 *
 * @param {string} folder the lock: it exists while it is held
 * @param {string} waiting what to say when somebody else holds it
 */
export async function withLock(folder, waiting, work) {
  mkdirSync(dirname(folder), { recursive: true })
  let told = false
  while (!take(folder)) {
    if (isAbandoned(folder)) {
      rmSync(folder, { recursive: true, force: true })
      continue
    }
    if (!told) say(waiting)
    told = true
    await sleep(POLL_MS)
  }
  const release = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}
