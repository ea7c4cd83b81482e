import type { Tx } from '../../db/database.ts'
import type { BillingDeps } from './billing-deps.ts'
import { insertLeft } from './events-repo.ts'
import { findCustomerOf } from './sync-repo.ts'

export interface LeaveDeps extends Pick<BillingDeps, 'clock'> {
  /** Has a customer read once their person is gone, for as long as the payment provider is away. */
  requestLeaving: (tx: Tx, customerId: string) => Promise<void>
}

/**
 * A person leaves. That they have is written down, and once they are gone their customer is read again: pages on which
 * they could still have begun to pay are closed, and what the product had not heard of yet is canceled.
 */
export async function leaveBilling({ clock, requestLeaving }: LeaveDeps, tx: Tx, userId: string): Promise<null> {
  const customerId = (await findCustomerOf(tx, userId))?.customerId ?? null
  if (customerId === null) return null
  await insertLeft(tx, customerId, clock.now())
  await requestLeaving(tx, customerId)
  return null
}
