import type { Stripe } from 'stripe'
import { AppError } from '../../../shared/errors.ts'
import type { BillingDeps } from './billing-deps.ts'
import { findPayer, type Payer, writeCustomer } from './customer-repo.ts'
import { idempotencyKey } from './idempotency.ts'
import { isElsewhere, markOf } from './installation.ts'
import { subscriptionsThatRun } from './standing.ts'
import { isMissing, refusesAddress } from './stripe-errors.ts'
import { syncCustomer } from './sync-customer.ts'

/** What reading a customer again takes. */
export type SyncDeps = Parameters<typeof syncCustomer>[0]

/** A person who pays, and who they are at Stripe. */
export type KnownPayer = Payer & { stripeCustomerId: string }

/** One makes a customer, one finds it deleted by the operator, one more for luck. */
const TRIES = 4

/** @throws AppError `unauthorized` when the person is gone */
export async function requirePayer(db: BillingDeps['db'], userId: string): Promise<Payer> {
  const payer = await findPayer(db, userId)
  if (payer === undefined) throw new AppError('unauthorized', 'Unauthorized')
  return payer
}

const isKnown = (payer: Payer): payer is KnownPayer => payer.stripeCustomerId !== null

/** Undefined where there is none any more. */
async function findCustomer(stripe: Stripe, id: string): Promise<Stripe.Customer | undefined> {
  try {
    const customer = await stripe.customers.retrieve(id)
    return customer.deleted === true ? undefined : customer
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * The customer that was made for a person whose row does not know of it: a backup that is older was restored, or a
 * process died before it wrote it down. Of several, one that pays, for nobody is to pay twice; undefined where there is
 * none.
 */
async function findFormer(deps: SyncDeps, stripe: Stripe, payer: Payer): Promise<Stripe.Customer | undefined> {
  const { id: userId, email } = payer
  let former: Stripe.Customer | undefined
  // By address, because Stripe's search finds what was made a moment ago only some time later.
  for await (const customer of stripe.customers.list({ email, limit: 100 })) {
    if (customer.metadata['userId'] !== userId || isElsewhere(deps, customer.metadata)) continue
    if ((await subscriptionsThatRun(stripe, customer.id)).length > 0) return customer
    former ??= customer
  }
  return former
}

/** Has a person be a customer that they were before, with all that it pays for. */
async function adopt(deps: SyncDeps, { id: userId, stripeCustomerId: from }: Payer, to: string): Promise<void> {
  if (!(await writeCustomer(deps.db, userId, { from, to }))) return
  deps.log.warn({ userId, customer: to }, 'somebody was a customer of the payment provider that their row did not know')
  await syncCustomer(deps, to)
}

/**
 * Makes a customer and writes it down. Two clicks at once, and a process that begins anew where another died, make the
 * same one: Stripe knows them by the key.
 *
 * @param gone the customer that it takes the place of
 */
async function makeCustomer(deps: SyncDeps, stripe: Stripe, payer: Payer, gone: string | null): Promise<void> {
  const { id: userId, stripeCustomerId: from } = payer
  const mark = markOf(deps)
  const create = async (email: string | null): Promise<Stripe.Customer> =>
    stripe.customers.create(
      { metadata: { userId, ...mark }, ...(email === null ? {} : { email }) },
      { idempotencyKey: idempotencyKey(deps.clock, 'customer', userId, email, gone, mark.precis_app) },
    )
  // Without an address, the hosted page asks for one.
  const customer = await create(payer.email).catch(async (error: unknown) => {
    if (refusesAddress(error)) return create(null)
    throw error
  })
  if (await writeCustomer(deps.db, userId, { from, to: customer.id })) return
  // The person has deleted their account meanwhile: nothing of them stays behind.
  if ((await findPayer(deps.db, userId)) === undefined) await stripe.customers.del(customer.id).catch(() => {})
}

/** Has a customer's bills go to the address that their person has now, if Stripe takes it. */
async function moveCustomer(stripe: Stripe, id: string, email: string): Promise<void> {
  try {
    await stripe.customers.update(id, { email })
  } catch (error) {
    if (!refusesAddress(error)) throw error
  }
}

/**
 * The person as a customer of Stripe, made where there is none, under the address they have now. A customer that the
 * operator has deleted at Stripe took its subscriptions along, and gets a successor.
 *
 * @throws AppError `unauthorized` when the person is gone, `unavailable`
 */
export async function ensureCustomer(deps: SyncDeps, stripe: Stripe, userId: string): Promise<KnownPayer> {
  let gone: string | null = null
  for (let tries = 0; tries < TRIES; tries += 1) {
    const payer = await requirePayer(deps.db, userId)
    if (!isKnown(payer) || payer.stripeCustomerId === gone) {
      const former = await findFormer(deps, stripe, payer)
      if (former === undefined) await makeCustomer(deps, stripe, payer, gone)
      else await adopt(deps, payer, former.id)
      continue
    }
    const customer = await findCustomer(stripe, payer.stripeCustomerId)
    if (customer !== undefined) {
      if (customer.email !== payer.email) await moveCustomer(stripe, customer.id, payer.email)
      return payer
    }
    gone = payer.stripeCustomerId
    await syncCustomer(deps, gone)
  }
  throw new AppError('unavailable', 'Your payment could not be prepared. Nothing was charged. Please try again.')
}
