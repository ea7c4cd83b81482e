/** Stripe's kinds of errors (https://docs.stripe.com/api/errors). */
export type FailureType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

interface Details {
  code?: string
  param?: string
  declineCode?: string
  /** Whether it stands for good under the request's idempotency key. */
  executed?: boolean
}

/** A refusal as Stripe words it. */
export class StripeFailure extends Error {
  readonly status: number
  readonly type: FailureType
  readonly details: Details

  constructor(status: number, type: FailureType, message: string, details: Details = {}) {
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

/** Something that a parameter names and that is not there (400), or that the address names (404, without `param`). */
export const missing = (what: string, id: string, param?: string): StripeFailure =>
  new StripeFailure(param === undefined ? 404 : 400, 'invalid_request_error', `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
  })

/** https://docs.stripe.com/testing#declined-payments, card 4000 0000 0000 0002. */
export const declined = (): StripeFailure =>
  new StripeFailure(402, 'card_error', 'Your card was declined.', {
    code: 'card_declined',
    declineCode: 'generic_decline',
    executed: true,
  })
