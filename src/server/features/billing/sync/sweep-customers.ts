import { days, hours } from '../../../../shared/retention.ts'
import type { BillingContext } from '../context.ts'
import { requestSync } from './jobs.ts'
import { paidStatuses, RENEWAL_HOURS } from './subscription-facts.ts'
import { claimStaleCustomers } from './sweep-repo.ts'

/** Maximum time that a lost event stays unnoticed. */
const STALE_AFTER_MS = days(1)
/** When a customer whose sync failed is claimed again; the job itself retries for longer. */
const CLAIM_MS = hours(1)
/** Interval between syncs around a renewal, from some hours before the end of the paid period. */
const RENEWAL_CHECK_MS = hours(1)
const BATCH = 200

/**
 * Enqueues syncs of customers not synced for a day, since the end of their paid period, or for an hour around a renewal:
 * events can be lost, and periods end without one. Several processes may do this simultaneously.
 *
 * @returns how many
 */
export async function sweepCustomers(
  context: Pick<BillingContext, 'db' | 'clock' | 'stripe' | 'queue'>,
): Promise<number> {
  const { db, clock, stripe } = context
  if (stripe === null) return 0
  const now = clock.now()
  const ago = (ms: number): Date => new Date(now.getTime() - ms)
  return db.transaction(async (tx) => {
    const customers = await claimStaleCustomers(tx, {
      now,
      syncedBefore: ago(STALE_AFTER_MS),
      renewing: {
        // The stored end includes the hours granted for the renewal.
        endsBefore: ago(-hours(RENEWAL_HOURS)),
        syncedBefore: ago(RENEWAL_CHECK_MS),
        statuses: [...paidStatuses],
      },
      claimedAs: ago(STALE_AFTER_MS - CLAIM_MS),
      limit: BATCH,
    })
    for (const customerId of customers) await requestSync(context, tx, customerId)
    return customers.length
  })
}
