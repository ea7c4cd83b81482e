import type { FastifyInstance } from 'fastify'
import { calls } from '../../../shared/api/calls.ts'
import { requireActor } from '../../platform/actor.ts'
import { addCall, answer } from '../../platform/call-routes.ts'
import type { BillingDeps } from './billing-deps.ts'
import { billingLimits } from './billing-limits.ts'
import { createSubscription } from './create-subscription.ts'
import { requestCancellation } from './request-cancellation.ts'
import { signUpStarter } from './sign-up-starter.ts'
import { readSubscriptionDetails, readSubscriptionState } from './subscription-state.ts'
import { verifyPayment } from './verify-payment.ts'

/** What people who are signed in do about their plan: choose it, pay for it, change it, look at it, ask for its end. */
export function registerBillingRoutes(app: FastifyInstance, deps: BillingDeps): void {
  const limits = billingLimits(app, deps.rateLimitFactor)

  addCall(app, calls.signUpStarter, async ({ request }) => {
    const { userId } = requireActor(request)
    await limits.starter(request)
    return answer(200, { success: true, message: await signUpStarter(deps, userId) })
  })

  addCall(app, calls.createSubscription, async ({ body, request }) => {
    const { userId } = requireActor(request)
    await limits.buy(request)
    return answer(200, await createSubscription(deps, userId, body.plan))
  })

  addCall(app, calls.verifyPayment, async ({ body, request }) => {
    const { userId } = requireActor(request)
    await limits.verify(request)
    return answer(200, await verifyPayment(deps, userId, body.sessionId))
  })

  addCall(app, calls.subscriptionStatus, async ({ request }) =>
    answer(200, await readSubscriptionState(deps, requireActor(request).userId)),
  )

  addCall(app, calls.subscriptionDetails, async ({ request }) => {
    const { userId } = requireActor(request)
    return answer(200, await readSubscriptionDetails(deps, userId, async () => limits.mayAsk(request)))
  })

  addCall(app, calls.cancelRequest, async ({ body, request }) => {
    const { userId } = requireActor(request)
    await limits.cancel(request)
    return answer(201, await requestCancellation(deps, userId, body.reason))
  })
}
