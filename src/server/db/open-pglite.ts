import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { fromPglite } from 'pg-boss'
import { lockDataDir } from './data-dir-lock.ts'
import type { Database } from './database.ts'
import { migratePglite } from './migrate.ts'
import * as schema from './schema/index.ts'

/** Wraps an embedded database that is already open and up to date. */
export function wrapPglite(pglite: PGlite, release: () => Promise<void> = async () => {}): Database {
  return {
    engine: 'pglite',
    db: drizzle(pglite, { schema, casing: 'snake_case' }),
    jobs: { backend: 'pglite', db: fromPglite(pglite) },
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
 * Opens the embedded database in the data folder, alone, and brings it up to date.
 *
 * @param onLost called when the folder's lock was lost while held; stop the process then
 * @throws AppError `unavailable` when another process uses the folder
 */
export async function openPglite(dataDir: string, onLost: (error: Error) => void): Promise<Database> {
  const release = await lockDataDir(dataDir, onLost)
  try {
    const pglite = await PGlite.create(join(dataDir, 'pglite'))
    await migratePglite(pglite)
    return wrapPglite(pglite, release)
  } catch (error) {
    await release()
    throw error
  }
}
