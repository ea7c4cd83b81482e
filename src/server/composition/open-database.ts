import { startBundledPostgres } from '../db/bundled/bundled-postgres.ts'
import type { Database } from '../db/database.ts'
import { openPostgres } from '../db/open-postgres.ts'
import type { Config } from '../platform/config/config.ts'
import type { Log } from '../platform/log.ts'

interface OpenOptions {
  /** Leave out the migrations: the database is only looked at. */
  asItIs?: boolean
  /** Create an empty database also where an earlier one has disappeared, to restore a backup into it. */
  replaceMissing?: boolean
}

/**
 * Opens the database that `DATABASE_URL` names, or the bundled PostgreSQL in the data directory, and migrates it.
 * @throws AppError `unavailable` when the bundled PostgreSQL cannot be started; errors of the database itself
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'> & Partial<Pick<Config, 'tracing'>>,
  log: Log,
  { asItIs = false, replaceMissing = false }: OpenOptions = {},
): Promise<Database> {
  const onError = (error: Error): void => log.warn({ err: error }, 'database connection')
  const options = { asItIs, tracing: config.tracing ?? false, log }
  if (config.databaseUrl !== null)
    return openPostgres(config.databaseUrl, onError, { ...options, directUrl: config.databaseDirectUrl })
  const bundled = await startBundledPostgres(config.dataDir, log, { replaceMissing })
  try {
    const database = await openPostgres(bundled.url, onError, options)
    const close = async (): Promise<void> => {
      await database.close()
      await bundled.close()
    }
    return { ...database, close }
  } catch (error) {
    await bundled.close()
    throw bundled.explain(error)
  }
}
