import type { PlanCatalogue } from '../../shared/plans/catalogue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from './database.ts'

/** The ports and settings that nearly every use case needs; passed as its first argument. */
export interface Context {
  db: Db
  clock: Clock
  log: Log
  catalogue: PlanCatalogue
}
