import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { constants, cp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { fromPglite } from 'pg-boss'
import { lockDataDir } from './data-dir-lock.ts'
import type { Database, DatabaseCopy } from './database.ts'
import { DurablePglite } from './durable-pglite.ts'
import { migratePglite } from './migrate.ts'
import * as schema from './schema/index.ts'
import { keepOpen } from './sturdy-pglite.ts'
import { syncTree } from './synced-files.ts'
import { withTracedQueries } from './traced-queries.ts'

/** Stands in the names of copies. */
const COPY = '-copy-'

/** Wraps an embedded database that is already open and up to date. One in memory has no folder. */
export function wrapPglite(
  pglite: PGlite,
  release: () => Promise<void> = async () => {},
  folder: string | null = null,
  tracing = false,
): Database {
  return {
    engine: 'pglite',
    db: drizzle(tracing ? withTracedQueries(pglite) : pglite, { schema, casing: 'snake_case' }),
    jobs: { backend: 'pglite', db: fromPglite(pglite) },
    checkpoint: async () => void (await pglite.exec('CHECKPOINT')),
    copy: folder === null ? null : async () => openCopy(pglite, folder),
    ping: async () => {
      await pglite.query('SELECT 1')
    },
    close: async () => {
      await pglite.close()
      await release()
    },
  }
}

/**
 * Opens a copy of the files of an embedded database. PGlite writes a file the moment its PostgreSQL does, so between two
 * queries the files are what a killed process leaves: PostgreSQL recovers from that, to the last commit. The checkpoint
 * before leaves it little to do. File systems that can share what two files have in common copy next to nothing.
 */
async function openCopy(pglite: PGlite, folder: string): Promise<DatabaseCopy> {
  const copied = `${folder}${COPY}${randomUUID()}`
  const remove = async (): Promise<void> => rm(copied, { recursive: true, force: true })
  try {
    await pglite.exec('CHECKPOINT')
    const heldMs = await pglite.runExclusive(async () => {
      const startedAt = performance.now()
      await cp(folder, copied, { recursive: true, mode: constants.COPYFILE_FICLONE })
      return Math.ceil(performance.now() - startedAt)
    })
    return { database: wrapPglite(await PGlite.create(copied), remove), heldMs }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Makes an empty database: whole and on the disk, or not at all. What makes it syncs nothing. */
async function makeFolder(folder: string): Promise<void> {
  const unfinished = `${folder}${COPY}${randomUUID()}`
  const pglite = await PGlite.create(unfinished)
  await pglite.close()
  await syncTree(unfinished)
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
  await syncTree(folder)
}

async function openFolder(folder: string): Promise<DurablePglite> {
  // Nobody else runs here, and one that a power cut has left empty would keep PostgreSQL from starting.
  await rm(path.join(folder, 'postmaster.pid'), { force: true })
  return DurablePglite.open(folder)
}

export interface PgliteOptions {
  /** Leave out the migrations: somebody only looks. */
  asItIs?: boolean
  /** Whether statements are written into traces. */
  tracing?: boolean
  /** Is told when PostgreSQL had given up and is there again, with what it had given up with. */
  onOpenedAnew?: (gaveUp: Error) => void
}

/** Removes copies whose process ended before it could. Whoever holds the lock of the data folder makes the only ones. */
async function removeCopies(folder: string): Promise<void> {
  const { dir, base } = path.parse(folder)
  for (const name of await readdir(dir)) {
    if (name.startsWith(`${base}${COPY}`)) await rm(path.join(dir, name), { recursive: true, force: true })
  }
}

/**
 * Opens the embedded database in the data folder, alone, and brings it up to date.
 *
 * @param onLost called when the folder's lock was lost while held; stop the process then
 * @throws AppError `unavailable` when another process uses the folder
 */
export async function openPglite(
  dataDir: string,
  onLost: (error: Error) => void,
  { asItIs = false, tracing = false, onOpenedAnew = () => {} }: PgliteOptions = {},
): Promise<Database> {
  const release = await lockDataDir(dataDir, onLost)
  try {
    const folder = path.join(dataDir, 'pglite')
    await removeCopies(folder)
    if (!existsSync(path.join(folder, 'PG_VERSION'))) await makeFolder(folder)
    const pglite = await keepOpen(async () => openFolder(folder), onOpenedAnew)
    if (!asItIs) await migratePglite(pglite)
    return wrapPglite(pglite, release, folder, tracing)
  } catch (error) {
    await release()
    throw error
  }
}
