import { Stripe } from 'stripe'
import type { BillingDeps } from './billing-deps.ts'
import { hasLeft } from './events-repo.ts'
import { isElsewhere } from './installation.ts'
import { PLAN_METADATA } from './prices.ts'
import { type CustomerReading, readCustomer } from './read-subscriptions.ts'
import { isMissing } from './stripe-errors.ts'
import { adoptCustomer, findCustomerOf } from './sync-repo.ts'

type TendDeps = Pick<BillingDeps, 'db' | 'clock' | 'log' | 'catalogue' | 'appUrl'> & { stripe: Stripe }

/** Closes the pages on which somebody could still begin to pay for a plan of ours. */
async function closePages(deps: TendDeps, { id: customer, metadata: made }: Stripe.Customer): Promise<void> {
  const { sessions } = deps.stripe.checkout
  for await (const { id, metadata } of sessions.list({ customer, status: 'open', limit: 100 })) {
    if (metadata?.[PLAN_METADATA] === undefined || isElsewhere(deps, metadata, made)) continue
    await sessions.expire(id).catch((error: unknown) => {
      // It was paid on, or had closed, just before; what was paid for is told by an event.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    })
  }
}

async function cancel({ stripe, log }: TendDeps, subscription: string, userId: string): Promise<void> {
  await stripe.subscriptions.cancel(subscription).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  log.warn(
    { userId, subscription },
    'a subscription of somebody who has left was canceled; what was paid for it stands',
  )
}

/** Closes the pages of somebody who has left, then cancels what they pay for: nothing can be begun in between. */
async function endAll(deps: TendDeps, customer: Stripe.Customer): Promise<void> {
  await closePages(deps, customer)
  const reading = await readCustomer(deps, customer.id, deps.clock.now())
  if (reading.customer !== 'known') return
  for (const { id, userId, metadata } of reading.begun) {
    if (isElsewhere(deps, metadata, customer.metadata)) continue
    if ((await findCustomerOf(deps.db, userId)) === undefined) await cancel(deps, id, userId)
  }
}

/** What the payment provider's customer is to a person: nobody's who is here, theirs, or one beside another. */
async function relate(deps: TendDeps, customerId: string, userId: string): Promise<'absent' | 'theirs' | 'another'> {
  const person = await findCustomerOf(deps.db, userId)
  if (person === undefined) return 'absent'
  if (person.customerId === customerId || (await adoptCustomer(deps.db, userId, customerId))) return 'theirs'
  return 'another'
}

/**
 * Looks after a customer who is nobody here. The pages and the subscriptions of people who are known to have left are
 * closed and canceled. That somebody is not there proves nothing: the database may be another one, or an older one, and
 * what is canceled cannot be brought back. So then the log says so, and all stays. A person who is no customer yet
 * becomes this one: their row comes from a backup, or was never written. What is not for plans of ours, or was not begun
 * here, is somebody else's; above all what another installation has made, whose people are all unknown here.
 *
 * @returns whether all is done; else the customer is somebody's now
 * @throws what the payment provider's SDK throws
 */
export async function tendUnowned(deps: TendDeps, customerId: string, reading: CustomerReading): Promise<boolean> {
  if (reading.customer !== 'known') return true
  const customer = await deps.stripe.customers.retrieve(customerId)
  if (customer.deleted === true) return true
  const begun = reading.begun.filter(({ metadata }) => !isElsewhere(deps, metadata, customer.metadata))
  const madeFor = isElsewhere(deps, customer.metadata) ? null : reading.madeFor
  const people = new Set([...begun.map(({ userId }) => userId), ...(madeFor === null ? [] : [madeFor])])
  let absent = false
  for (const userId of people) {
    const relation = await relate(deps, customerId, userId)
    if (relation === 'theirs') return false
    const subscriptions = begun.filter((one) => one.userId === userId).map(({ id }) => id)
    if (relation === 'absent') absent = true
    else if (subscriptions.length > 0) {
      deps.log.error({ userId, subscriptions }, 'somebody pays as two customers')
    }
  }
  if (await hasLeft(deps.db, customerId)) await endAll(deps, customer)
  else if (absent && begun.length > 0) {
    deps.log.error(
      { customerId, subscriptions: begun.map(({ id }) => id) },
      'somebody pays who is not in this database, and was not deleted from it: is it the right one? Nothing was canceled',
    )
  }
  return true
}
