import { billingCalls } from '../../shared/api/billing-calls.ts'
import type { CreateSubscriptionAnswer } from '../../shared/billing.ts'
import type { PlanId } from '../../shared/plans/catalogue.ts'
import { callApi } from './api/client.ts'

/** POST /api/create-subscription: on the plan already, or the page where it is paid or the change confirmed. */
export function createSubscription(plan: PlanId): Promise<CreateSubscriptionAnswer> {
  return callApi(billingCalls.createSubscription, 200, { body: { plan } })
}
