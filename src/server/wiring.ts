import type { PlanCatalogue } from '../shared/plans/catalogue.ts'
import type { Billing } from './billing.ts'
import type { Database } from './db/database.ts'
import type { EventHub } from './features/summaries/event-hub.ts'
import type { Pipeline } from './features/summaries/summarize-source.ts'
import type { Clock } from './platform/clock.ts'
import type { Metrics } from './platform/metrics.ts'
import type { ObjectStorage } from './storage/object-storage.ts'
import type { Uploads } from './uploads.ts'

/** What the parts of the product share. */
export interface Wiring {
  database: Database
  catalogue: PlanCatalogue
  clock: Clock
  hub: EventHub
  metrics: Metrics
  pipeline: Pipeline
  storage: ObjectStorage
  uploads: Uploads
  billing: Billing
  /** Aborted when the product is about to close: it works on, but should be sent nothing more. */
  draining: AbortController
  /** Aborted when the product closes. */
  closing: AbortController
}
