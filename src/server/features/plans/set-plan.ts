import { AppError } from '../../../shared/errors.ts'
import { isFree, type PlanCatalogue, type PlanId, planOf } from '../../../shared/plans/catalogue.ts'
import { heldPlan } from '../../../shared/plans/held-plan.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { insertPlanChange, lockPlan, type PlanRow, writePlan } from './plan-changes-repo.ts'
import { restartUsage } from './restart-usage.ts'

export interface SetPlanDeps {
  db: Db
  clock: Clock
  log: Log
  catalogue: PlanCatalogue
  /** Has the payment provider's customer read again, so that what they pay for is known. */
  syncCustomer: (customerId: string) => Promise<void>
}

/** What an operator wants a person's plan to be, and why. */
export interface PlanWish {
  plan: PlanId
  /** Null: for good. */
  until: Date | null
  reason: string
  operator: string
  /** Says what would happen, and does nothing. */
  dryRun: boolean
}

/** What has become, or would become, of a person's plan. */
export interface PlanChange {
  userId: string
  email: string
  /** Stored plan values that counted before and count after; null is Starter. */
  from: string | null
  to: string | null
  until: Date | null
  /** False where the plan was that already. */
  changed: boolean
}

/** @throws AppError `invalid_input` for a plan that is not sold here, and an end that makes no sense */
function checkWish(catalogue: PlanCatalogue, { plan, until }: PlanWish, now: Date): void {
  const ids = catalogue.plans.map(({ id }) => id)
  if (!ids.includes(plan)) {
    throw new AppError('invalid_input', `There is no plan "${plan}" in the catalogue. There are: ${ids.join(', ')}.`)
  }
  if (until === null) return
  if (isFree(plan)) throw new AppError('invalid_input', 'Starter has no end: leave out --until.')
  if (until <= now) throw new AppError('invalid_input', `${until.toISOString()} has passed already.`)
}

/** @throws AppError `conflict` while the person pays for a plan */
function refuseSubscribers(catalogue: PlanCatalogue, row: PlanRow, now: Date): void {
  const held = heldPlan(row, now)
  if (row.planSource !== 'stripe' || isFree(held)) return
  const until = row.subscriptionExpiresAt === null ? '' : ` until ${row.subscriptionExpiresAt.toISOString()}`
  throw new AppError(
    'conflict',
    `${row.email} pays for ${planOf(catalogue, held).name}${until}, so Stripe decides about the plan. Change or cancel the subscription in Stripe's dashboard: the plan follows by itself.`,
  )
}

async function requirePlan(tx: Tx, userId: string): Promise<PlanRow> {
  const row = await lockPlan(tx, userId)
  if (row === undefined) throw new AppError('not_found', 'This person has deleted their account.')
  return row
}

/**
 * Gives a person a plan that nobody pays for, or takes it away, and writes down who did it and why. A new plan's months
 * are counted from now on, with nothing used.
 *
 * @throws AppError `invalid_input`; `conflict` while the person pays for a plan; `unavailable` when it cannot be asked
 *   whether they do
 */
export async function setPlan(deps: SetPlanDeps, userId: string, wish: PlanWish): Promise<PlanChange> {
  const { db, clock, log, catalogue } = deps
  const { reason, operator, until, dryRun } = wish
  checkWish(catalogue, wish, clock.now())
  const customerId = await db.transaction(async (tx) => (await requirePlan(tx, userId)).stripeCustomerId)
  // A subscription that began a moment ago may not be known here yet.
  if (customerId !== null && !dryRun) await deps.syncCustomer(customerId)
  return db.transaction(async (tx) => {
    const row = await requirePlan(tx, userId)
    const now = clock.now()
    refuseSubscribers(catalogue, row, now)
    const from = heldPlan(row, now)
    const to = isFree(wish.plan) ? null : wish.plan
    const isSame = to === null ? isFree(from) : from === to
    const sameEnd = (row.subscriptionExpiresAt?.getTime() ?? null) === (until?.getTime() ?? null)
    const changed = !isSame || (to !== null && !sameEnd)
    const change: PlanChange = { userId, email: row.email, from, to, until, changed }
    if (dryRun || !changed) return change
    await writePlan(tx, row, { plan: to, until }, now)
    if (!isSame) await restartUsage(tx, userId, { planStartedAt: now, isNewPlan: true }, now)
    await insertPlanChange(tx, {
      userId,
      operator,
      fromPlan: from,
      toPlan: to,
      expiresAt: until,
      reason,
      createdAt: now,
    })
    log.info({ userId, from, to, operator }, 'an operator has set a plan')
    return change
  })
}
