import { days, hours } from '../../../shared/retention.ts'
import type { BillingDeps } from './billing-deps.ts'
import { paidStatuses, RENEWAL_HOURS } from './subscription-facts.ts'
import { claimStale } from './sweep-repo.ts'

/** The longest that a lost event can go unnoticed. */
const STALE_AFTER_MS = days(1)
/** When a customer is claimed again whose reading has come to nothing; its job goes on trying for longer. */
const CLAIM_MS = hours(1)
/** How often it is asked whether a renewal has come, from some hours before the end of the time that is paid for on. */
const RENEWAL_ASKED_MS = hours(1)
const BATCH = 200

/**
 * Has customers read again of whom nothing was heard for a day, or since what they paid for ran out, or for an hour
 * around a renewal: events can be lost, and what a customer pays for ends without one. Any number of processes may do this at once.
 *
 * @returns how many
 */
export async function sweepCustomers({
  db,
  clock,
  stripe,
  requestSync,
}: Pick<BillingDeps, 'db' | 'clock' | 'stripe' | 'requestSync'>): Promise<number> {
  if (stripe === null) return 0
  const now = clock.now()
  const ago = (ms: number): Date => new Date(now.getTime() - ms)
  return db.transaction(async (tx) => {
    const claimedAs = ago(STALE_AFTER_MS - CLAIM_MS)
    // What waits for its renewal has hours left that nobody has paid for yet.
    const endsBefore = ago(-hours(RENEWAL_HOURS))
    const renewing = { endsBefore, askedBefore: ago(RENEWAL_ASKED_MS), statuses: [...paidStatuses] }
    const askedBefore = ago(STALE_AFTER_MS)
    const customers = await claimStale(tx, { now, askedBefore, renewing, claimedAs, limit: BATCH })
    for (const customerId of customers) await requestSync(tx, customerId)
    return customers.length
  })
}
