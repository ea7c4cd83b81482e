import { planOf, planState } from '../../shared/plans/catalogue.ts'
import { heldPlan, usagePeriodAt } from '../../shared/plans/entitlements.ts'
import type { UserRow } from '../db/schema/index.ts'
import { toUser } from '../features/accounts/to-user.ts'
import { findUserByEmailOrId } from '../features/accounts/users-repo.ts'
import { cancellationRequestsOf } from '../features/billing/repo.ts'
import { planChangesOf } from '../plans/repo.ts'
import type { DataDeps } from './operator-deps.ts'
import type { ShownUser } from './user-contracts.ts'

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

function planFacts({ catalogue, clock }: DataDeps, row: UserRow): ShownUser['plan'] {
  const held = heldPlan(row, clock.now())
  const { id, name } = planOf(catalogue, held)
  return {
    id,
    name,
    state: planState(catalogue, held),
    stored: row.subscriptionPlan,
    source: row.planSource,
    expiresAt: iso(row.subscriptionExpiresAt),
  }
}

function usageFacts({ catalogue, clock }: DataDeps, row: UserRow): ShownUser['usage'] {
  const now = clock.now()
  const { start, end } = usagePeriodAt(row.planStartedAt, now)
  const { summariesUsed, exportsUsed } = toUser(row, now)
  return {
    summariesUsed,
    exportsUsed,
    summariesPerMonth: planOf(catalogue, heldPlan(row, now)).summariesPerMonth,
    monthBegan: start.toISOString(),
    monthEnds: end.toISOString(),
  }
}

/**
 * Shows a user, by email or id.
 *
 * @throws AppError `not_found` when there is none
 */
export async function showUser(deps: DataDeps, who: string): Promise<ShownUser> {
  const { db } = deps.database
  const row = await findUserByEmailOrId(db, who)
  const changes = await planChangesOf(db, row.id)
  const requests = await cancellationRequestsOf(db, row.id)
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerified,
    firstName: row.firstName,
    lastName: row.lastName,
    authProvider: row.authProvider,
    createdAt: row.createdAt.toISOString(),
    plan: planFacts(deps, row),
    usage: usageFacts(deps, row),
    stripe: {
      customerId: row.stripeCustomerId,
      subscriptionId: row.stripeSubscriptionId,
      status: row.subscriptionStatus,
      price: row.subscriptionPrice,
      currency: row.subscriptionCurrency,
      cancelAtPeriodEnd: row.cancelAtPeriodEnd,
      syncedAt: iso(row.billingSyncedAt),
    },
    planChanges: changes.map(({ createdAt, operator, fromPlan, toPlan, expiresAt, reason }) => ({
      at: createdAt.toISOString(),
      operator,
      from: fromPlan,
      to: toPlan,
      until: iso(expiresAt),
      reason,
    })),
    cancellations: requests.map(({ id, reason, status, createdAt, processedAt, answer }) => ({
      id,
      reason,
      status,
      createdAt: createdAt.toISOString(),
      processedAt: iso(processedAt),
      answer,
    })),
  }
}
