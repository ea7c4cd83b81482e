import { AppError } from '../../shared/errors.ts'
import { hasPrices } from '../../shared/plans/catalogue.ts'
import { checkSetup } from '../features/billing/setup/check-setup.ts'
import type { ApiServer, SetupReport } from '../features/billing/setup/check-webhook.ts'
import { type OperatorConfig, type StripeAccess, standinConnection } from '../platform/config/config.ts'
import type { OperatorContext } from './operator-context.ts'

/** The start script's stand-in has the same key after each start. */
function apiServerOf({ dataDir }: OperatorConfig, { apiUrl, secretKey }: StripeAccess): ApiServer {
  if (apiUrl === null) return 'stripe'
  return standinConnection(dataDir)?.secretKey === secretKey ? 'standin' : 'other'
}

/**
 * Checks the setup at Stripe; with `apply`, creates what is missing.
 * @throws AppError `unavailable` without prices or a key, or when Stripe rejects the key or cannot be reached
 */
export async function checkStripe(
  { config, catalogue }: OperatorContext,
  apply: boolean,
  signal: AbortSignal,
): Promise<SetupReport> {
  const { stripe, http, production } = config
  if (!hasPrices(catalogue))
    throw new AppError('unavailable', 'Nothing is sold here: the plan catalogue has no prices.')
  if (stripe === null) throw new AppError('unavailable', 'Payments are not set up: STRIPE_SECRET_KEY is not set.')
  const { secretKey, apiUrl } = stripe
  const apiServer = apiServerOf(config, stripe)
  return checkSetup({ secretKey, apiUrl, apiServer, appUrl: http.appUrl, production, catalogue, apply, signal })
}
