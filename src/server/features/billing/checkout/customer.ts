import type { Stripe } from 'stripe'
import { AppError } from '../../../../shared/errors.ts'
import type { Db } from '../../../db/database.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import { findUserById } from '../../accounts/users-repo.ts'
import type { SyncContext } from '../context.ts'
import { linkCustomer } from '../repo.ts'
import {
  idempotencyKey,
  installationMetadata,
  isEmailRejected,
  isOfOtherInstallation,
  nullIfMissing,
} from '../stripe.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { listRunningSubscriptions } from './current-subscription.ts'

export type BillingCustomer = UserRow & { stripeCustomerId: string }

/** One creates a customer, one finds that the operator has deleted it; the rest covers concurrent changes. */
const MAX_TRIES = 4

/** @throws AppError `unauthorized` when the user is gone */
export async function requireBillingUser(db: Db, userId: string): Promise<UserRow> {
  const user = await findUserById(db, userId)
  if (user === undefined) throw new AppError('unauthorized', 'Unauthorized')
  return user
}

const hasCustomer = (user: UserRow): user is BillingCustomer => user.stripeCustomerId !== null

/**
 * Finds a customer created earlier for a user whose row does not name it: an older backup was restored, or a process died
 * before writing it. Prefers one with a subscription, so that the user does not pay twice.
 */
async function findFormerCustomer(context: SyncContext, stripe: Stripe, { id: userId, email }: UserRow) {
  let former: Stripe.Customer | undefined
  // Listed by email, because Stripe's search index is updated with a delay.
  for await (const customer of stripe.customers.list({ email, limit: 100 })) {
    if (customer.metadata['userId'] !== userId || isOfOtherInstallation(context, customer.metadata)) continue
    if ((await listRunningSubscriptions(stripe, customer.id)).length > 0) return customer
    former ??= customer
  }
  return former
}

async function linkFormerCustomer(context: SyncContext, user: UserRow, to: string): Promise<void> {
  const { id: userId, stripeCustomerId: from } = user
  if (!(await linkCustomer(context.db, userId, { from, to }))) return
  context.log.warn({ event: 'billing.customer_relinked', userId, customer: to }, 'linked a user to an earlier customer')
  await syncCustomer(context, to)
}

/**
 * Creates a customer, in place of the deleted one `replaced`, and links it. The idempotency key makes concurrent
 * requests, and a retry after a crash, create only one.
 */
async function createCustomer(context: SyncContext, stripe: Stripe, user: UserRow, replaced: string | null) {
  const { db, clock } = context
  const { id: userId, stripeCustomerId: from } = user
  const installation = installationMetadata(context)
  const create = async (email: string | null): Promise<Stripe.Customer> =>
    stripe.customers.create(
      { metadata: { userId, ...installation }, ...(email === null ? {} : { email }) },
      { idempotencyKey: idempotencyKey(clock, 'customer', userId, email, replaced, installation.precis_app) },
    )
  // Without an email, the checkout page asks for one.
  const customer = await create(user.email).catch(async (error: unknown) => {
    if (isEmailRejected(error)) return create(null)
    throw error
  })
  if (await linkCustomer(db, userId, { from, to: customer.id })) return
  // The user has deleted their account meanwhile: nothing of it may remain.
  if ((await findUserById(db, userId)) === undefined) await stripe.customers.del(customer.id).catch(() => {})
}

/**
 * Returns a user with a customer at Stripe under their current email; creates one if necessary, also in place of one
 * that the operator has deleted at Stripe.
 * @throws AppError `unauthorized` when the user is gone, `unavailable`
 */
export async function ensureCustomer(context: SyncContext, stripe: Stripe, userId: string): Promise<BillingCustomer> {
  let deleted: string | null = null
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const user = await requireBillingUser(context.db, userId)
    if (!hasCustomer(user) || user.stripeCustomerId === deleted) {
      const former = await findFormerCustomer(context, stripe, user)
      if (former === undefined) await createCustomer(context, stripe, user, deleted)
      else await linkFormerCustomer(context, user, former.id)
      continue
    }
    const customer = await nullIfMissing(stripe.customers.retrieve(user.stripeCustomerId))
    if (customer !== null && customer.deleted !== true) {
      if (customer.email !== user.email)
        await stripe.customers.update(customer.id, { email: user.email }).catch((error: unknown) => {
          if (!isEmailRejected(error)) throw error
        })
      return user
    }
    deleted = user.stripeCustomerId
    await syncCustomer(context, deleted)
  }
  throw new AppError('unavailable', 'We couldn’t prepare your payment. Nothing was charged. Please try again.')
}
