import type { PlanCatalogue } from '../../shared/plans/catalogue.ts'
import type { Database } from '../db/database.ts'
import type { BillingContext } from '../features/billing/context.ts'
import type { Clock } from '../platform/clock.ts'
import type { OperatorConfig } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'

/** What actions go by that open nothing. */
export interface SettingsDeps {
  config: OperatorConfig
  catalogue: PlanCatalogue
  clock: Clock
  log: Log
}

/** What actions go by that read and write data. */
export interface DataDeps extends SettingsDeps {
  database: Database
  /** Opened by those who need it only: the keys to it may be elsewhere. */
  openStorage: () => Promise<ObjectStorage>
}

/** What actions go by that also deal with Stripe, and have letters sent by jobs. */
export interface WorkDeps extends DataDeps {
  billing: BillingContext
}

/** Opens what an action needs, each once. A server that runs has it all open already. */
export interface Openings {
  settings: () => Promise<SettingsDeps>
  data: () => Promise<DataDeps>
  work: () => Promise<WorkDeps>
}
