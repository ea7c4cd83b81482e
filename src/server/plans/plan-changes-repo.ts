import { asc, eq, sql } from 'drizzle-orm'
import { AppError } from '../../shared/errors.ts'
import { heldPlan, isFree, type PlanCatalogue, type PlanId, planOf } from '../../shared/plans/catalogue.ts'
import type { Context, Db, Tx } from '../db/database.ts'
import { planChanges, type UserRow, users } from '../db/schema/index.ts'
import { lockUser, restartUsage } from './quota-repo.ts'

export interface RequestedPlan {
  plan: PlanId
  /** Null: no end date. */
  until: Date | null
  reason: string
  operator: string
  /** Returns the change without making it. */
  dryRun: boolean
}

interface PlanChange {
  userId: string
  email: string
  /** Effective plan values before and after; null is Starter. */
  from: string | null
  to: string | null
  until: Date | null
  /** False if the user already had this plan. */
  changed: boolean
}

/** @throws AppError `invalid_input` for a plan that is not in the catalogue, or an invalid end date */
function checkRequest(catalogue: PlanCatalogue, { plan, until }: RequestedPlan, now: Date): void {
  const ids = catalogue.plans.map(({ id }) => id)
  if (!ids.includes(plan)) {
    throw new AppError('invalid_input', `There is no plan "${plan}" in the catalogue. Its plans: ${ids.join(', ')}.`)
  }
  if (until === null) return
  if (isFree(plan)) throw new AppError('invalid_input', 'Starter never expires: leave out --until.')
  if (until <= now) throw new AppError('invalid_input', `${until.toISOString()} has passed already.`)
}

/** @throws AppError `plan_paid` while the user pays for a plan */
function refuseSubscribers(catalogue: PlanCatalogue, row: UserRow, now: Date): void {
  const held = heldPlan(row, now)
  if (row.planSource !== 'stripe' || isFree(held)) return
  const until = row.subscriptionExpiresAt === null ? '' : ` until ${row.subscriptionExpiresAt.toISOString()}`
  const message = `${row.email} pays for ${planOf(catalogue, held).name}${until}, so Stripe decides about the plan. Change or cancel the subscription in Stripe’s dashboard: the plan follows by itself.`
  throw new AppError('plan_paid', message)
}

async function requireUser(tx: Tx, userId: string): Promise<UserRow> {
  const row = await lockUser(tx, userId)
  if (row === undefined) throw new AppError('not_found', 'This user has deleted their account.')
  return row
}

/** Plan changes that operators made for a user, oldest first. */
export async function planChangesOf(db: Db, userId: string): Promise<(typeof planChanges.$inferSelect)[]> {
  return db.select().from(planChanges).where(eq(planChanges.userId, userId)).orderBy(asc(planChanges.createdAt))
}

const noSubscription = {
  subscriptionStatus: null,
  subscriptionPrice: null,
  subscriptionCurrency: null,
  cancelAtPeriodEnd: false,
} as const

/**
 * Sets a user's plan on behalf of an operator. Clears the facts of an ended Stripe subscription and keeps those of a live
 * one. Raises `billingVersion`, so that a concurrent sync from Stripe with older data is rejected.
 */
async function writePlan(
  tx: Tx,
  { id, stripeSubscriptionId }: UserRow,
  { plan, until }: { plan: string | null; until: Date | null },
  now: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({
      subscriptionPlan: plan,
      subscriptionExpiresAt: until,
      planSource: plan === null ? null : 'operator',
      ...(stripeSubscriptionId === null ? noSubscription : {}),
      billingVersion: sql`${users.billingVersion} + 1`,
      updatedAt: now,
    })
    .where(eq(users.id, id))
}

/**
 * Grants a user a plan for free, or revokes it, and records the operator and the reason. A new plan starts a new usage
 * month with nothing used.
 * @param syncCustomer reads a Stripe customer's subscription again
 * @throws AppError `invalid_input`; `plan_paid` while the user pays for a plan; `unavailable` when Stripe can't be
 * asked
 */
export async function setPlan(
  { db, clock, log, catalogue }: Context,
  userId: string,
  requested: RequestedPlan,
  syncCustomer: (customerId: string) => Promise<void>,
): Promise<PlanChange> {
  const { plan, reason, operator, until, dryRun } = requested
  checkRequest(catalogue, requested, clock.now())
  const customerId = await db.transaction(async (tx) => (await requireUser(tx, userId)).stripeCustomerId)
  // The event about a subscription that just began may not have arrived yet.
  if (customerId !== null && !dryRun) await syncCustomer(customerId)
  return db.transaction(async (tx) => {
    const row = await requireUser(tx, userId)
    const now = clock.now()
    refuseSubscribers(catalogue, row, now)
    const from = heldPlan(row, now)
    const to = isFree(plan) ? null : plan
    const isSame = to === null ? isFree(from) : from === to
    const sameEnd = (row.subscriptionExpiresAt?.getTime() ?? null) === (until?.getTime() ?? null)
    const changed = !isSame || (to !== null && !sameEnd)
    const change: PlanChange = { userId, email: row.email, from, to, until, changed }
    if (dryRun || !changed) return change
    await writePlan(tx, row, { plan: to, until }, now)
    if (!isSame) await restartUsage(tx, userId, { planStartedAt: now, isNewPlan: true }, now)
    const stored = { userId, operator, fromPlan: from, toPlan: to, expiresAt: until, reason, createdAt: now }
    await tx.insert(planChanges).values(stored)
    log.info({ userId, from, to, operator }, 'an operator has set a plan')
    return change
  })
}
