import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { users } from '../../db/schema/index.ts'

/**
 * Gives a person the free plan where they have no plan, or one that nobody knows here and that was not paid for: the
 * plan is compared in the statement itself, so one that is paid for meanwhile stays.
 *
 * @param unknown the stored plan that nobody knows; null where there is none
 */
export async function writeStarter(db: Db | Tx, userId: string, unknown: string | null, now: Date): Promise<void> {
  const none = or(isNull(users.subscriptionPlan), inArray(users.subscriptionPlan, ['', 'free']))
  const replaced =
    unknown === null ? none : or(none, and(eq(users.subscriptionPlan, unknown), isNull(users.stripeSubscriptionId)))
  await db
    .update(users)
    .set({ subscriptionPlan: 'starter', subscriptionExpiresAt: null, planSource: null, updatedAt: now })
    .where(and(eq(users.id, userId), replaced))
}
