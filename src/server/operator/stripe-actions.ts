import { AppError } from '../../shared/errors.ts'
import { checkSetup } from '../features/billing/setup/check-setup.ts'
import { defineAction } from './action.ts'
import { checkStripeContract } from './stripe-contracts.ts'

export const stripeActions = [
  defineAction(checkStripeContract, {
    needs: 'settings',
    serverMayKnow: true,
    run: async ({ config, catalogue }, { apply }, { signal }) => {
      const { stripe, http, production } = config
      if (stripe === null) throw new AppError('unavailable', 'Payments are not set up: STRIPE_SECRET_KEY is not set.')
      const { secretKey, apiUrl } = stripe
      return checkSetup({ secretKey, apiUrl, appUrl: http.appUrl, production, catalogue, apply, signal })
    },
  }),
]
