import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabase } from './postgres.ts'
import type { EngineName } from './product.ts'

/** What a server process lives on: a data folder of its own and, on PostgreSQL, a database. */
export interface ServerHome {
  dataDir: string
  /** Settings that lead a server there. */
  env: Record<string, string>
  remove(): Promise<void>
}

export async function openServerHome(engine: EngineName): Promise<ServerHome> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-home-'))
  const database = engine === 'postgres' ? await createDatabase() : null
  return {
    dataDir,
    env: { DATA_DIR: dataDir, ...(database === null ? {} : { DATABASE_URL: database.url }) },
    async remove() {
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
