import { z } from 'zod'
import type { Db, Tx } from '../../../db/database.ts'
import { type AnyJobKind, defineJobKind } from '../../../jobs/job-kind.ts'
import type { QueueContext, SyncContext } from '../context.ts'
import { claimStaleCustomers, insertAccountDeleted } from '../repo.ts'
import { syncCustomer } from './sync-customer.ts'

const customerSchema = z.object({ customerId: z.string() })
type Customer = z.infer<typeof customerSchema>

const syncJob = { name: 'sync-customer', keyOf: ({ customerId }: Customer): string => customerId }
/** Syncs the customer of a deleted account. */
const closeJob = { name: 'close-customer' }

/** Enqueues a sync of a customer, run if and only if the transaction commits. */
export async function requestSync({ queue, stripe }: QueueContext, tx: Db, customerId: string): Promise<void> {
  if (stripe !== null) await queue.send(tx, syncJob, { customerId })
}

/**
 * Records that the user of a customer deletes their account, and enqueues a sync that closes their checkout pages and
 * cancels subscriptions that are not stored yet. It has a separate queue, since a pending sync could start before the
 * user is gone.
 */
export async function closeCustomer({ queue, stripe, clock }: QueueContext, tx: Tx, customerId: string): Promise<void> {
  await insertAccountDeleted(tx, customerId, clock.now())
  if (stripe !== null) await queue.send(tx, closeJob, { customerId })
}

export function billingJobKinds(context: SyncContext): AnyJobKind[] {
  const shared = {
    expireInSeconds: 2 * 60,
    keptSeconds: 60 * 60,
    data: customerSchema,
    handle: async ({ customerId }: Customer) => syncCustomer(context, customerId),
  }
  // Stripe may be unavailable for hours.
  const retries = { limit: 30, delaySeconds: 3, maxDelaySeconds: 15 * 60 }
  return [
    defineJobKind({ ...shared, ...syncJob, concurrency: 4, retries }),
    // Nothing else syncs the customer of a deleted account, so this job is retried for three days.
    defineJobKind({ ...shared, ...closeJob, concurrency: 1, retries: { ...retries, limit: 300 } }),
  ]
}

/**
 * Enqueues syncs of customers not synced for a day, since the end of their paid period, or for an hour around a
 * renewal: events can be lost, and periods end without one. Returns their number.
 */
export async function sweepCustomers(context: QueueContext): Promise<number> {
  if (context.stripe === null) return 0
  return context.db.transaction(async (tx) => {
    const customers = await claimStaleCustomers(tx, context.clock.now())
    for (const customerId of customers) await requestSync(context, tx, customerId)
    return customers.length
  })
}
