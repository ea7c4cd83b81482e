import type { Database } from './db/database.ts'
import { openPglite } from './db/open-pglite.ts'
import { openPostgres } from './db/open-postgres.ts'
import type { Config } from './platform/config.ts'
import type { Log } from './platform/log.ts'

/**
 * Opens the database that the configuration names, and brings it up to date.
 *
 * @param options `asItIs` leaves it as it is: somebody only looks
 * @throws AppError `unavailable` when another process uses the folder of the embedded one, and what a database says
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'> & Partial<Pick<Config, 'tracing'>>,
  log: Log,
  options = { asItIs: false },
): Promise<Database> {
  const { tracing = false } = config
  if (config.databaseUrl !== null)
    return openPostgres(config.databaseUrl, (error) => log.warn({ err: error }, 'database connection'), {
      ...options,
      tracing,
      log,
      directUrl: config.databaseDirectUrl,
    })
  const onLost = (error: Error): void => {
    log.fatal({ err: error }, 'the lock on the data folder was lost; stopping before anything is harmed')
    process.exit(1)
  }
  const onOpenedAnew = (gaveUp: Error): void => {
    log.error({ err: gaveUp }, 'the embedded database had given up, and was opened anew')
  }
  return openPglite(config.dataDir, onLost, { ...options, tracing, onOpenedAnew })
}
