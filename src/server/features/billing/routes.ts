import type { FastifyInstance } from 'fastify'
import { hours, minutes } from '../../../shared/account/retention.ts'
import { calls } from '../../../shared/api/calls.ts'
import { addCall, addLimitedCall } from '../../platform/http/call-routes.ts'
import { createLimit, isWithinLimit, type LimitCheck } from '../../platform/http/limits.ts'
import { requestCancellation } from './cancellation/cancellations.ts'
import { createSubscription } from './checkout/create-subscription.ts'
import { signUpStarter } from './checkout/sign-up-starter.ts'
import { verifyPayment } from './checkout/verify-payment.ts'
import type { BillingContext } from './context.ts'
import { readSubscriptionDetails, readSubscriptionStatus } from './sync/subscription-details.ts'

/** Rate limits per user, far above normal use: they keep a script from flooding Stripe and the operator's mailbox. */
function billingLimits(app: FastifyInstance) {
  const limit = (name: string, max: number, windowMs: number): LimitCheck =>
    createLimit(app, {
      name: `billing-${name}`,
      max,
      windowMs,
      message: 'Too many attempts. Please wait a few minutes and try again.',
    })
  return {
    starter: limit('starter', 30, minutes(15)),
    buy: limit('buy', 30, minutes(15)),
    verify: limit('verify', 60, minutes(15)),
    cancel: limit('cancel', 10, hours(1)),
    refresh: limit('ask', 120, minutes(15)),
  }
}

export function registerBillingRoutes(app: FastifyInstance, context: BillingContext): void {
  const limits = billingLimits(app)

  addLimitedCall(app, calls.signUpStarter, limits.starter, async ({ actor }) => ({
    success: true,
    message: await signUpStarter(context, actor.userId),
  }))
  addLimitedCall(app, calls.createSubscription, limits.buy, async ({ body, actor }) =>
    createSubscription(context, actor.userId, body.plan),
  )
  addLimitedCall(app, calls.verifyPayment, limits.verify, async ({ body, actor }) =>
    verifyPayment(context, actor.userId, body.sessionId),
  )
  addCall(app, calls.subscriptionStatus, async ({ actor }) => readSubscriptionStatus(context, actor.userId))
  addCall(app, calls.subscriptionDetails, async ({ actor, request }) => {
    // Beyond the limit, callers get the stored state instead of an error.
    const mayRefresh = async (): Promise<boolean> => isWithinLimit(limits.refresh, request)
    return readSubscriptionDetails(context, actor.userId, mayRefresh)
  })
  addLimitedCall(app, calls.cancelRequest, limits.cancel, async ({ body, actor }) =>
    requestCancellation(context, actor.userId, body.reason),
  )
}
