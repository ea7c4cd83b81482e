import { retention } from '../../shared/account/retention.ts'
import { heldPlan, planOf, planState, usagePeriodAt } from '../../shared/plans/catalogue.ts'
import type { UserRow } from '../db/schema/index.ts'
import { createResetLink } from '../features/accounts/email/email-links.ts'
import { signOutUser } from '../features/accounts/session/manage-sessions.ts'
import { findUserByEmailOrId, toUser } from '../features/accounts/users-repo.ts'
import { cancellationRequestsOf } from '../features/billing/repo.ts'
import { syncCustomer } from '../features/billing/sync/sync-customer.ts'
import { setPlan as changePlan, planChangesOf, type RequestedPlan } from '../plans/plan-changes-repo.ts'
import type { OperatorContext } from './operator-context.ts'

function planFacts({ catalogue, clock }: OperatorContext, row: UserRow) {
  const held = heldPlan(row, clock.now())
  const { id, name } = planOf(catalogue, held)
  return {
    id,
    name,
    state: planState(catalogue, held),
    stored: row.subscriptionPlan,
    source: row.planSource,
    expiresAt: row.subscriptionExpiresAt,
  }
}

function usageFacts({ catalogue, clock }: OperatorContext, row: UserRow) {
  const now = clock.now()
  const { start, end } = usagePeriodAt(row.planStartedAt, now)
  const { summariesUsed, exportsUsed } = toUser(row, now)
  return {
    summariesUsed,
    exportsUsed,
    summariesPerMonth: planOf(catalogue, heldPlan(row, now)).summariesPerMonth,
    monthBegan: start,
    monthEnds: end,
  }
}

/**
 * Reads a user, by email or id, with their plan, usage, subscription, and requests to cancel.
 * @throws AppError `not_found`
 */
export async function showUser(context: OperatorContext, emailOrId: string) {
  const { db } = await context.openDatabase()
  const row = await findUserByEmailOrId(db, emailOrId)
  const changes = await planChangesOf(db, row.id)
  const requests = await cancellationRequestsOf(db, row.id)
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerified,
    firstName: row.firstName,
    lastName: row.lastName,
    authProvider: row.authProvider,
    createdAt: row.createdAt,
    plan: planFacts(context, row),
    usage: usageFacts(context, row),
    stripe: {
      customerId: row.stripeCustomerId,
      subscriptionId: row.stripeSubscriptionId,
      status: row.subscriptionStatus,
      price: row.subscriptionPrice,
      currency: row.subscriptionCurrency,
      cancelAtPeriodEnd: row.cancelAtPeriodEnd,
      syncedAt: row.billingSyncedAt,
    },
    planChanges: changes.map(({ createdAt: at, operator, fromPlan: from, toPlan: to, expiresAt: until, reason }) => {
      return { at, operator, from, to, until, reason }
    }),
    cancellations: requests.map(({ userId: _userId, ...request }) => request),
  }
}
export type ShownUser = Awaited<ReturnType<typeof showUser>>

/** Signs a user out of every browser and revokes their API tokens, or only counts them. @throws AppError `not_found` */
export async function signOut(context: OperatorContext, wanted: { who: string; dryRun: boolean }) {
  const { db } = await context.openDatabase()
  return { ...(await signOutUser({ ...context, db }, wanted)), dryRun: wanted.dryRun }
}
export type SignOutResult = Awaited<ReturnType<typeof signOut>>

/** Creates a link to set a new password, for installations without a mail server. @throws AppError `not_found` */
export async function createPasswordLink(context: OperatorContext, who: string) {
  const { db } = await context.openDatabase()
  const { email } = await findUserByEmailOrId(db, who)
  const link = await createResetLink({ ...context, db, appUrl: context.config.http.appUrl }, email)
  return { email, url: link?.url ?? '', minutes: retention.resetLinkMinutes }
}
export type PasswordLink = Awaited<ReturnType<typeof createPasswordLink>>

/**
 * Grants a user a plan for free, or revokes it.
 * @throws AppError `not_found`, and what `setPlan` of the plans throws
 */
export async function setPlan(
  { operator, openBilling }: OperatorContext,
  { who, ...requested }: Omit<RequestedPlan, 'operator'> & { who: string },
) {
  const billing = await openBilling()
  const user = await findUserByEmailOrId(billing.db, who)
  const change = await changePlan(billing, user.id, { ...requested, operator }, async (customerId) => {
    if (billing.stripe !== null) await syncCustomer(billing, customerId)
  })
  return { ...change, dryRun: requested.dryRun }
}
export type SetPlanResult = Awaited<ReturnType<typeof setPlan>>
