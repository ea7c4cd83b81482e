import { setTimeout as sleep } from 'node:timers/promises'
import { minutes } from '../../../shared/retention.ts'
import type { UserRow } from '../../db/schema/index.ts'
import { paidStatuses } from './subscription-facts.ts'
import { type SyncDeps, syncCustomer } from './sync-customer.ts'

export interface RefreshDeps extends SyncDeps {
  findPerson: (userId: string) => Promise<UserRow | undefined>
}

/** How long somebody's request waits for the payment provider. */
export const REFRESH_WAIT_MS = 3000
/** How long it is not asked again about a person of whom it had nothing new, or did not answer. */
const ASK_AGAIN_MS = minutes(1)

/**
 * Whether what a person paid for has run out, and has very likely been renewed: only the word of it is late. An unpaid
 * one is asked about once; of one that counts as paid, what was heard since its end cannot have been the last word.
 */
function isDue(person: UserRow, now: Date): boolean {
  const { subscriptionExpiresAt: end, subscriptionStatus: status, billingSyncedAt: asked } = person
  if (end === null || end > now || person.cancelAtPeriodEnd) return false
  if (status === 'past_due') return asked === null || asked <= end
  return status !== null && paidStatuses.has(status)
}

/**
 * Makes what looks after people whose paid time has just run out, while the word of their renewal is on its way: the
 * payment provider is asked once, and the request that found out waits for it, but not for long. Failing that the plan
 * has ended until a job has got through. For anybody else nothing is asked and nothing awaited.
 *
 * @returns the person as they are then
 */
export function createRefresh(deps: RefreshDeps): (person: UserRow) => Promise<UserRow> {
  const asked = new Map<string, { at: number; answer: Promise<void> }>()

  const ask = async (person: UserRow, customerId: string): Promise<void> => {
    const waiting = new AbortController()
    const synced = syncCustomer(deps, customerId).catch((error: unknown) =>
      deps.log.warn({ err: error, userId: person.id }, 'a renewal could not be asked about'),
    )
    const limit = sleep(REFRESH_WAIT_MS, undefined, { signal: waiting.signal }).catch(() => {})
    await Promise.race([synced, limit])
    waiting.abort()
  }

  return async (person) => {
    const { id, stripeCustomerId } = person
    const now = deps.clock.now()
    if (deps.stripe === null || stripeCustomerId === null || !isDue(person, now)) return person
    for (const [other, { at }] of asked) if (now.getTime() - at >= ASK_AGAIN_MS) asked.delete(other)
    const current = asked.get(id) ?? { at: now.getTime(), answer: ask(person, stripeCustomerId) }
    asked.set(id, current)
    await current.answer
    return (await deps.findPerson(id)) ?? person
  }
}
