import type { BillingContext } from '../context.ts'
import { requestSync } from './jobs.ts'
import { claimStaleCustomers } from './sweep-repo.ts'

/**
 * Enqueues syncs of customers not synced for a day, since the end of their paid period, or for an hour around a renewal:
 * events can be lost, and periods end without one. Several processes may do this simultaneously.
 *
 * @returns the number of enqueued syncs
 */
export async function sweepCustomers(
  context: Pick<BillingContext, 'db' | 'clock' | 'stripe' | 'queue'>,
): Promise<number> {
  if (context.stripe === null) return 0
  return context.db.transaction(async (tx) => {
    const customers = await claimStaleCustomers(tx, context.clock.now())
    for (const customerId of customers) await requestSync(context, tx, customerId)
    return customers.length
  })
}
