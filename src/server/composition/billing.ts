import { hasPrices, type PlanCatalogue } from '../../shared/plans/catalogue.ts'
import type { QueueContext, SyncContext } from '../features/billing/context.ts'
import { createStripe } from '../features/billing/stripe.ts'
import { sweepCustomers } from '../features/billing/sync/jobs.ts'
import { createPlanRefresh, REFRESH_WAIT_MS } from '../features/billing/sync/sync-customer.ts'
import { removeOldEvents } from '../features/billing/sync/webhook.ts'
import { ConfigError, type OperatorConfig } from '../platform/config/config.ts'

/**
 * Returns the configuration without Stripe if the catalogue has no prices.
 * @throws ConfigError in production if it has prices and Stripe is not configured
 */
export function withPayments<Settings extends OperatorConfig>(config: Settings, catalogue: PlanCatalogue): Settings {
  if (!hasPrices(catalogue)) return { ...config, stripe: null }
  if (config.production && config.stripe === null)
    throw new ConfigError([
      'STRIPE_SECRET_KEY must be set in production, with a server’s STRIPE_WEBHOOK_SECRET: the plan catalogue has prices',
    ])
  return config
}

export const openStripe = ({ stripe }: OperatorConfig) => (stripe === null ? null : createStripe(stripe))

/** Creates the refresh of expired plans, with a client that gives up while the request still waits. */
export function createRefresh(context: SyncContext): ReturnType<typeof createPlanRefresh> {
  const { stripe } = context.config
  const client = stripe === null ? null : createStripe(stripe, { timeoutMs: REFRESH_WAIT_MS, retries: 0 })
  return createPlanRefresh({ ...context, stripe: client })
}

/** Removes old events and enqueues syncs of customers whose events may have been lost. */
export async function maintainBilling(context: QueueContext): Promise<void> {
  await removeOldEvents(context)
  const customers = await sweepCustomers(context)
  if (customers > 0) context.log.info({ event: 'billing.sweep', customers }, 'enqueued syncs of stale customers')
}
