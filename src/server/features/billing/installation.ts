import type { Stripe } from 'stripe'
import type { BillingDeps } from './billing-deps.ts'

/** Metadata that names the installation that made something: several may share one account of the payment provider. */
const APP_METADATA = 'precis_app'

type Installation = Pick<BillingDeps, 'appUrl'>
type Marked = Stripe.Metadata | null | undefined

const nameOf = ({ appUrl }: Installation): string => new URL(appUrl).origin

/** What everything is marked with that this installation makes for a person. */
export const markOf = (installation: Installation): Record<typeof APP_METADATA, string> => ({
  [APP_METADATA]: nameOf(installation),
})

/**
 * Whether something was made by another installation. What carries no mark is judged by what it belongs to; where
 * nothing says whose it is, it is older than marks, and counts as made here.
 *
 * @param metadata of the thing itself, then of its customer
 */
export function isElsewhere(installation: Installation, ...metadata: readonly Marked[]): boolean {
  const mark = metadata.map((marked) => marked?.[APP_METADATA]).find((value) => value !== undefined && value !== '')
  return mark !== undefined && mark !== nameOf(installation)
}
