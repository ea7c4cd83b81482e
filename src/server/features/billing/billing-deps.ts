import type { Stripe } from 'stripe'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { EmailContext } from '../../mail/email-queue.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

/** What payments need of the rest of the product. */
export interface BillingDeps extends EmailContext {
  db: Db
  clock: Clock
  log: Log
  catalogue: PlanCatalogue
  /** Null: payments are not set up. */
  stripe: Stripe | null
  /** What events are signed with. */
  webhookSecret: string | null
  /** The address people use: hosted pages lead back there. */
  appUrl: string
  /** Outside production, and without a live key, products and prices that the provider does not have are made there. */
  production: boolean
  rateLimitFactor: number
  /** Has a customer read again by a job, if and when the transaction commits. */
  requestSync: (tx: Db | Tx, customerId: string) => Promise<void>
  /** Starts a new usage month, with nothing used, when a plan begins. */
  restartUsage: (tx: Tx, userId: string, plan: { planStartedAt: Date; isNewPlan: boolean }, now: Date) => Promise<void>
}
