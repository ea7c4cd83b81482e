import type { User } from '../../../shared/accounts.ts'
import { heldPlan, usagePeriodAt } from '../../../shared/plans/catalogue.ts'
import type { UserRow } from '../../db/schema/index.ts'

/** Converts a row to the user object of the API: the current plan and counters, and nothing secret. */
export function toUser(row: UserRow, now: Date): User {
  const isCurrentPeriod = row.usagePeriodStart >= usagePeriodAt(row.planStartedAt, now).start
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
    summariesUsed: isCurrentPeriod ? row.summariesUsed : 0,
    exportsUsed: row.exportsUsed,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
