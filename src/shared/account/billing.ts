import { z } from 'zod'
import { planIds } from '../plans/catalogue-schema.ts'
import { visibleInput } from '../text-input.ts'

export const subscriptionStatusSchema = z.object({
  hasSubscription: z.boolean(),
  /** As the payment provider last reported; null if it never did. */
  status: z.string().nullable(),
})

export const cancellationStatuses = ['pending', 'processed', 'rejected'] as const

export const subscriptionDetailsSchema = z.object({
  /** The plan whose rights the user has now. */
  planType: z.string(),
  /** As the payment provider last reported; null if it never did. */
  status: z.string().nullable(),
  /** Minor units a month, as the payment provider reported; null if unknown. */
  price: z.int().nullable(),
  /** ISO 4217 in lower case; null where there is no price. */
  currency: z.string().nullable(),
  /** Whether it ends with the period: scheduled in Stripe, or while a cancellation request is pending. */
  cancelAtPeriodEnd: z.boolean(),
  /** End of the paid period, ISO 8601; null without one. */
  currentPeriodEnd: z.string().nullable(),
  /** The latest request to cancel, while it is pending and for some time after it was rejected; null otherwise. */
  cancellation: z
    .object({
      status: z.enum(cancellationStatuses).exclude(['processed']),
      /** ISO 8601. */
      requestedAt: z.string(),
      /** Why the request was rejected; null while it is pending. */
      answer: z.string().nullable(),
    })
    .nullable(),
})
export type SubscriptionDetails = z.infer<typeof subscriptionDetailsSchema>

export const starterAnswerSchema = z.object({ success: z.boolean(), message: z.string() })

/** Whether the plan is sold here is checked against the catalogue. */
export const createSubscriptionSchema = z.strictObject({
  plan: z.enum(planIds, { error: 'Please choose one of the plans.' }),
})

/** URL of a hosted page. The browser navigates to it, so it must be an http URL. */
const hostedUrl = z.url({ protocol: /^https?$/ })

/** Already on that plan, or the URL to pay or to confirm the change. */
export const createSubscriptionAnswerSchema = z.union([
  z.object({
    status: z.literal('active'),
    /** Message for the user about the effect of choosing the plan again. */
    message: z.string(),
  }),
  z.object({ url: hostedUrl }),
])
export type CreateSubscriptionAnswer = z.infer<typeof createSubscriptionAnswerSchema>

export const verifyPaymentSchema = z.strictObject({
  sessionId: visibleInput('The payment session is missing.').max(300, { error: 'This is not a payment session.' }),
})

export const paymentVerificationSchema = z.object({
  success: z.boolean(),
  /** Name of the user's current plan in the catalogue. */
  plan: z.string(),
})

export const cancelReason = (missing: string) =>
  visibleInput(missing).max(2000, { error: 'Please use at most 2,000 characters.' })

export const cancelRequestSchema = z.strictObject({
  reason: cancelReason('Please provide a reason for canceling your subscription.'),
})

/** A cancellation request as its user sees it. Dates are ISO 8601. */
export const cancellationSchema = z.object({
  id: z.uuid(),
  reason: z.string(),
  status: z.enum(cancellationStatuses),
  createdAt: z.string(),
})
export type Cancellation = z.infer<typeof cancellationSchema>
