import { AppError } from '../../shared/errors.ts'
import { checkSetup } from '../features/billing/setup/check-setup.ts'
import type { ApiServer } from '../features/billing/setup/check-webhook.ts'
import type { OperatorConfig, StripeAccess } from '../platform/config.ts'
import { standinConnection } from '../platform/standin-connection.ts'
import { defineAction } from './action.ts'
import { checkStripeContract } from './stripe-contracts.ts'

/** The start script's stand-in is known by its key, which it keeps from start to start. */
function apiServerOf({ dataDir }: OperatorConfig, { apiUrl, secretKey }: StripeAccess): ApiServer {
  if (apiUrl === null) return 'stripe'
  return standinConnection(dataDir)?.secretKey === secretKey ? 'standin' : 'other'
}

export const stripeActions = [
  defineAction(checkStripeContract, {
    needs: 'settings',
    run: async ({ config, catalogue }, { apply }, { signal }) => {
      const { stripe, http, production } = config
      if (stripe === null) throw new AppError('unavailable', 'Payments are not set up: STRIPE_SECRET_KEY is not set.')
      const { secretKey, apiUrl } = stripe
      const apiServer = apiServerOf(config, stripe)
      const { appUrl } = http
      return checkSetup({ secretKey, apiUrl, apiServer, appUrl, production, catalogue, apply, signal })
    },
  }),
]
