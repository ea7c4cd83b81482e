import { billingCalls } from '../../../../shared/api/billing-calls.ts'
import { callApi } from '../../../lib/api/client.ts'

/** POST /api/signup-starter: takes the free plan. */
export async function signUpStarter(): Promise<{ success: boolean; message: string }> {
  return callApi(billingCalls.signUpStarter, 200)
}
