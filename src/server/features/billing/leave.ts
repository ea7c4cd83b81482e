import type { Tx } from '../../db/database.ts'
import type { BillingDeps } from './billing-deps.ts'
import { insertLeft } from './events-repo.ts'

/** Queue of customers whose account was deleted. Its name is stored in existing databases. */
export const closeCustomerJob = { name: 'leave-customer' }

/**
 * Records that the user of a customer deletes their account, and enqueues a sync that closes their checkout pages and
 * cancels subscriptions that the product does not know of yet. The job has a queue of its own, because a pending sync
 * could start before the user is gone.
 */
export async function closeCustomer(
  { clock, queue, stripe }: Pick<BillingDeps, 'clock' | 'queue' | 'stripe'>,
  tx: Tx,
  customerId: string,
): Promise<void> {
  await insertLeft(tx, customerId, clock.now())
  if (stripe !== null) await queue.send(tx, closeCustomerJob, { customerId })
}
