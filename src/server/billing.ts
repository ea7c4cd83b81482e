import { z } from 'zod'
import type { PlanCatalogue } from '../shared/plans/catalogue.ts'
import type { Db } from './db/database.ts'
import type { UserRow } from './db/schema/index.ts'
import { findUserById } from './features/accounts/users-repo.ts'
import type { BillingDeps } from './features/billing/billing-deps.ts'
import { closeCustomerJob } from './features/billing/leave.ts'
import { removeOldEvents } from './features/billing/record-event.ts'
import { createRefresh, REFRESH_WAIT_MS } from './features/billing/refresh-due.ts'
import { createStripe } from './features/billing/stripe-client.ts'
import { sweepCustomers } from './features/billing/sweep-customers.ts'
import { type SyncDeps, syncCustomer } from './features/billing/sync-customer.ts'
import { type AnyJobKind, defineJobKind, type JobQueue, type Retries } from './jobs/queue.ts'
import type { EmailContext } from './mail/email-queue.ts'
import { restartUsage } from './plans/quota.ts'
import type { Clock } from './platform/clock.ts'
import type { OperatorConfig } from './platform/config.ts'
import { isLiveKey } from './platform/config-schema.ts'
import type { Log } from './platform/log.ts'

/** What payments are made of. */
export interface BillingParts {
  config: Pick<OperatorConfig, 'stripe' | 'http' | 'production'>
  log: Log
  db: Db
  clock: Clock
  catalogue: PlanCatalogue
}

/** The payments of the product. */
export interface Billing {
  /** What the queue has to know. */
  kinds: readonly AnyJobKind[]
  /** What routes and operators need, by a queue that knows the kinds. */
  by: (emails: EmailContext & { queue: JobQueue }) => BillingDeps
  /** Answers a person whose plan has just run out as they are once it was asked whether it goes on. */
  refreshDue: (person: UserRow) => Promise<UserRow>
  /** What is to be done from time to time, by a queue that knows the kinds. */
  tidy: (queue: JobQueue) => Promise<void>
}

const SYNCS_AT_ONCE = 4
const SYNC_EXPIRES_SECONDS = 2 * 60
/** First after some seconds, then in waits that double, up to a quarter of an hour: the payment provider may be away for hours. */
const retries: Retries = { limit: 30, delaySeconds: 3, maxDelaySeconds: 15 * 60 }
/** Nobody asks again about somebody who has left: for three days at least. */
const leavingRetries: Retries = { ...retries, limit: 300 }
const SYNC_KEPT_SECONDS = 60 * 60

/** Wires payments to the payment provider, and the rest of the product to payments. */
export function wireBilling({ config, log, db, clock, catalogue }: BillingParts): Billing {
  const stripe = config.stripe === null ? null : createStripe(config.stripe)
  const isLive = config.stripe !== null && isLiveKey(config.stripe.secretKey)
  const { appUrl } = config.http
  const reading: SyncDeps = { db, clock, log, catalogue, stripe, appUrl, restartUsage }
  const sync = defineJobKind({
    name: 'sync-customer',
    concurrency: SYNCS_AT_ONCE,
    expireInSeconds: SYNC_EXPIRES_SECONDS,
    retries,
    keptSeconds: SYNC_KEPT_SECONDS,
    data: z.object({ customerId: z.string() }),
    keyOf: ({ customerId }) => customerId,
    handle: async ({ customerId }) => syncCustomer(reading, customerId),
  })
  // Of a kind of its own: a reading that waits already may begin before the person is gone.
  const leaving = defineJobKind({
    ...closeCustomerJob,
    concurrency: 1,
    expireInSeconds: SYNC_EXPIRES_SECONDS,
    retries: leavingRetries,
    keptSeconds: SYNC_KEPT_SECONDS,
    data: z.object({ customerId: z.string() }),
    handle: async ({ customerId }) => syncCustomer(reading, customerId),
  })
  const requestBy =
    (queue: JobQueue): BillingDeps['requestSync'] =>
    async (tx, customerId) => {
      if (stripe !== null) await queue.send(tx, sync, { customerId })
    }
  return {
    kinds: [sync, leaving],
    by: ({ queue, canMail }) => ({
      ...reading,
      webhookSecret: config.stripe?.webhookSecret ?? null,
      // What is missing is made for playing only: with a live key an operator makes it, by command.
      production: config.production || isLive,
      rateLimitFactor: config.http.rateLimitFactor,
      requestSync: requestBy(queue),
      queue,
      canMail,
    }),
    refreshDue: createRefresh({
      ...reading,
      stripe: config.stripe === null ? null : createStripe(config.stripe, { timeoutMs: REFRESH_WAIT_MS, retries: 0 }),
      findPerson: async (userId) => findUserById(db, userId),
    }),
    tidy: async (queue) => {
      await removeOldEvents({ db, clock })
      const customers = await sweepCustomers({ db, clock, stripe, requestSync: requestBy(queue) })
      if (customers > 0) log.info({ customers }, 'customers of whom nothing was heard are read again')
    },
  }
}
