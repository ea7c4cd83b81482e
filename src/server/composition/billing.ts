import { hasPrices, type PlanCatalogue } from '../../shared/plans/catalogue.ts'
import type { Context } from '../db/database.ts'
import type { BillingContext, QueueContext, SyncContext } from '../features/billing/context.ts'
import { createStripe } from '../features/billing/stripe.ts'
import { sweepCustomers } from '../features/billing/sync/jobs.ts'
import { createPlanRefresh, REFRESH_WAIT_MS } from '../features/billing/sync/sync-customer.ts'
import { removeOldEvents } from '../features/billing/sync/webhook.ts'
import type { EmailContext } from '../mail/email-queue.ts'
import { ConfigError, type OperatorConfig } from '../platform/config/config.ts'
import { isLiveKey } from '../platform/config/config-schema.ts'

type BillingConfig = Pick<OperatorConfig, 'stripe' | 'http' | 'production'>

/**
 * Returns the configuration without Stripe if the catalogue has no prices.
 * @throws ConfigError in production if it has prices and Stripe is not configured
 */
export function withPayments<Settings extends BillingConfig>(config: Settings, catalogue: PlanCatalogue): Settings {
  if (!hasPrices(catalogue)) return { ...config, stripe: null }
  if (config.production && config.stripe === null)
    throw new ConfigError([
      'STRIPE_SECRET_KEY must be set in production, with a server’s STRIPE_WEBHOOK_SECRET: the plan catalogue has prices',
    ])
  return config
}

export function createSyncContext({ stripe, http }: BillingConfig, context: Context): SyncContext {
  const { db, clock, log, catalogue } = context
  return { db, clock, log, catalogue, stripe: stripe === null ? null : createStripe(stripe), appUrl: http.appUrl }
}

/** Adds to the context of the jobs what routes and operator commands require. */
export function createBillingContext(
  { stripe, production }: BillingConfig,
  sync: SyncContext,
  { queue, canMail }: EmailContext,
): BillingContext {
  return {
    ...sync,
    queue,
    canMail,
    webhookSecret: stripe?.webhookSecret ?? null,
    // With a live key, an operator creates missing products and prices by command.
    createsPrices: !production && (stripe === null || !isLiveKey(stripe.secretKey)),
  }
}

/** Creates the refresh of expired plans, with a client that gives up while the request still waits. */
export function createRefresh({ stripe }: BillingConfig, sync: SyncContext): ReturnType<typeof createPlanRefresh> {
  const client = stripe === null ? null : createStripe(stripe, { timeoutMs: REFRESH_WAIT_MS, retries: 0 })
  return createPlanRefresh({ ...sync, stripe: client })
}

/** Removes old events and enqueues syncs of customers whose events may have been lost. */
export async function maintainBilling(context: QueueContext): Promise<void> {
  await removeOldEvents(context)
  const customers = await sweepCustomers(context)
  if (customers > 0) context.log.info({ event: 'billing.sweep', customers }, 'enqueued syncs of stale customers')
}
