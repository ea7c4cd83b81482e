import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { users } from '../../src/server/db/schema/index.ts'
import type { ServedProduct } from '../support/served-product.ts'

/** Columns of a user's plan. */
export type PlanFields = Partial<
  Pick<
    typeof users.$inferInsert,
    | 'subscriptionPlan'
    | 'planSource'
    | 'subscriptionStatus'
    | 'subscriptionPrice'
    | 'subscriptionCurrency'
    | 'subscriptionExpiresAt'
    | 'cancelAtPeriodEnd'
    | 'stripeCustomerId'
  >
>

/** Later than any run of these tests. */
const paidUntil = new Date('2091-03-04T12:00:00Z')

/** A Pro plan as payments write it. */
export const pro: PlanFields = {
  subscriptionPlan: 'pro',
  subscriptionStatus: 'active',
  subscriptionPrice: 2900,
  subscriptionCurrency: 'usd',
  subscriptionExpiresAt: paidUntil,
}

/** A user with a signed-in browser. */
export interface Subscriber {
  userId: string
  /** Changes the columns of their plan, as a payment or its failure would. */
  set: (fields: PlanFields) => Promise<void>
}

let count = 0

/** Creates an account with a plan, and signs a page's browser in; the page is still empty. */
export async function subscribe(page: Page, product: ServedProduct, fields: PlanFields = {}): Promise<Subscriber> {
  const client = await product.register(`subscriber${(count += 1)}@example.com`)
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: product.origin }))
  await page.context().addCookies(cookies)
  const { id: userId }: { id: string } = (await client.get('/api/auth/user')).json()
  const set = async (changed: PlanFields): Promise<void> => {
    await product.database.db.update(users).set(changed).where(eq(users.id, userId))
  }
  if (Object.keys(fields).length > 0) await set(fields)
  return { userId, set }
}
