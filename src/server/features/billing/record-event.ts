import { days, retention } from '../../../shared/retention.ts'
import type { BillingDeps } from './billing-deps.ts'
import { deleteEventsBefore, insertEvent } from './events-repo.ts'
import type { BillingEvent } from './read-event.ts'

/**
 * Takes an event in, once: with it, in one transaction, the reading of the customer whom it names. Whatever happens to
 * the process afterwards, the reading is done.
 *
 * @returns whether it has come for the first time
 */
export async function recordEvent(
  { db, clock, requestSync }: Pick<BillingDeps, 'db' | 'clock' | 'requestSync'>,
  event: BillingEvent,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await insertEvent(tx, { ...event, receivedAt: clock.now() }))) return false
    if (event.customerId !== null) await requestSync(tx, event.customerId)
    return true
  })
}

/** Removes events so old that they do not come again. */
export async function removeOldEvents({ db, clock }: Pick<BillingDeps, 'db' | 'clock'>): Promise<void> {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - days(retention.paymentEventDays)))
}
