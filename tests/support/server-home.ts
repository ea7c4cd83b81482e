import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writePgliteFolder } from './pglite-template.ts'
import { createMigratedDatabase } from './postgres-template.ts'
import type { EngineName } from './product.ts'

/** What a server process lives on: a data folder of its own and, on PostgreSQL, a database. */
export interface ServerHome {
  dataDir: string
  /** Settings that lead a server there. */
  env: Record<string, string>
  remove(): Promise<void>
}

/** A home that a server has lived in before: its database is up to date. What a first start does, `startup.slow.test.ts` tells. */
export async function openServerHome(engine: EngineName): Promise<ServerHome> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-home-'))
  if (engine === 'pglite') await writePgliteFolder(path.join(dataDir, 'pglite'))
  const database = engine === 'postgres' ? await createMigratedDatabase() : null
  return {
    dataDir,
    env: { DATA_DIR: dataDir, ...(database === null ? {} : { DATABASE_URL: database.url }) },
    async remove() {
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
