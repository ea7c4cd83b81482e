import { z } from 'zod'
import { setupReportSchema } from '../features/billing/setup/setup-report.ts'
import { defineContract } from './contract.ts'

/** Whether all stands at Stripe that the product needs there; with `apply`, what is missing is made. */
export const checkStripeContract = defineContract({
  name: 'stripe.check',
  input: z.object({ apply: z.boolean() }),
  output: setupReportSchema,
})
