/** Stripe's types of errors (https://docs.stripe.com/api/errors). */
type FailureType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** An error response of Stripe's API. */
export class StripeFailure extends Error {
  readonly status: number
  readonly type: FailureType
  readonly details: { code?: string; param?: string }

  constructor(status: number, type: FailureType, message: string, details: { code?: string; param?: string } = {}) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }
}

export const invalid = (message: string, param?: string, code?: string): StripeFailure =>
  new StripeFailure(400, 'invalid_request_error', message, {
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  })

/** An id that does not exist: in a parameter (400), or in the path (404, without `param`). */
export const missing = (what: string, id: string, param?: string): StripeFailure =>
  new StripeFailure(param === undefined ? 404 : 400, 'invalid_request_error', `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
  })

/** https://docs.stripe.com/testing#declined-payments, card 4000 0000 0000 0002. */
export const declined = (): StripeFailure =>
  new StripeFailure(402, 'card_error', 'Your card was declined.', { code: 'card_declined' })
