import { billingCalls } from '../../../../shared/api/billing-calls.ts'
import type { PaymentVerification } from '../../../../shared/billing.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'

const TIMEOUT_MS = 20_000
const RETRIES = 2

/** POST /api/verify-payment: whether a hosted payment was made. Asking again changes nothing. */
export function verifyPayment(sessionId: string): Promise<PaymentVerification> {
  return callApi(billingCalls.verifyPayment, 200, { body: { sessionId }, signal: AbortSignal.timeout(TIMEOUT_MS) })
}

/** Whether asking again may give another answer: there was none, or a fault, and no refusal. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

/** Asks again by itself, twice: after a payment nobody should have to care whether a connection just broke. */
export const retryVerification = (failures: number, error: Error): boolean => failures < RETRIES && mayPass(error)
