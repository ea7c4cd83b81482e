import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMigratedDatabase } from './postgres-template.ts'

/** The data directory and database of a server process. */
export interface ServerHome {
  dataDir: string
  /** Settings that make a server use them. */
  env: Record<string, string>
  remove(): Promise<void>
}

/** A home with a migrated database on the test run's PostgreSQL. */
export async function openServerHome(): Promise<ServerHome & { url: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-home-'))
  const database = await createMigratedDatabase()
  return {
    dataDir,
    url: database.url,
    env: { DATA_DIR: dataDir, DATABASE_URL: database.url },
    async remove() {
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Process id of a bundled PostgreSQL that runs on a data directory; null if none does. */
export function postmasterOf(dataDir: string): number | null {
  try {
    // An empty file has no number, and 0 would be every process of this group.
    return Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]) || null
  } catch {
    return null
  }
}

/** Whether a process runs, or has exited without being waited for. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Stops the PostgreSQL that a killed server has left behind. */
async function endLeftover(postmaster: number | null): Promise<void> {
  if (postmaster === null) return
  for (let tries = 0; isRunning(postmaster) && tries < 200; tries += 1) {
    process.kill(postmaster, 'SIGQUIT')
    await sleep(20)
  }
}

/** An empty home whose server starts the bundled PostgreSQL. */
export async function openBundledHome(): Promise<ServerHome> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-bundled-'))
  return {
    dataDir,
    env: { DATA_DIR: dataDir },
    async remove() {
      await endLeftover(postmasterOf(dataDir))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
