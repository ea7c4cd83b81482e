import type { User } from '../../../shared/accounts.ts'
import { heldPlan } from '../../../shared/plans/held-plan.ts'
import { usagePeriodAt } from '../../../shared/plans/usage.ts'
import type { UserRow } from '../../db/schema/index.ts'

/** A person as routes answer them: the plan and the counters that count now, and nothing secret. */
export function toUser(row: UserRow, now: Date): User {
  const counted = row.usagePeriodStart >= usagePeriodAt(row.planStartedAt, now).start
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.profileImageUrl,
    authProvider: row.authProvider,
    emailVerified: row.emailVerified,
    subscriptionPlan: heldPlan(row, now),
    subscriptionExpiresAt: row.subscriptionExpiresAt?.toISOString() ?? null,
    summariesUsed: counted ? row.summariesUsed : 0,
    exportsUsed: row.exportsUsed,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
