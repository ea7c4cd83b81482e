import type { Database } from '../db/database.ts'
import type { SyncContext } from '../features/billing/context.ts'
import type { SummaryJobContext } from '../features/summaries/context.ts'
import type { Metrics } from '../platform/metrics.ts'

/** What the parts of the product share. */
export interface Wiring {
  database: Database
  context: SummaryJobContext
  metrics: Metrics
  billing: SyncContext
  /** Aborted when the product is about to close: it works on, but should be sent nothing more. */
  draining: AbortController
  /** Aborted when the product closes. */
  closing: AbortController
}
