import { DAY, HOUR } from './calendar.ts'

/** Renewals stay drafts for about an hour (https://docs.stripe.com/billing/invoices/subscription). */
export const DRAFT_SECONDS = HOUR
/** https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses */
export const INCOMPLETE_SECONDS = 23 * HOUR
/** https://docs.stripe.com/api/events#event_types-customer.subscription.trial_will_end */
export const TRIAL_NOTICE_SECONDS = 3 * DAY
/** How long Stripe tries to deliver an event (https://docs.stripe.com/webhooks#retries). */
export const DELIVERY_SECONDS = 3 * DAY
/** How long a checkout page may be paid on (https://docs.stripe.com/api/checkout/sessions/create). */
export const CHECKOUT_SECONDS = DAY
/** How long a portal page lives; Stripe has an hour from the last visit. */
export const PORTAL_SECONDS = HOUR
/** How long a portal page can say that it has expired, or that all is done. */
export const PORTAL_KEPT_SECONDS = DAY
/** How long an idempotency key is known (https://docs.stripe.com/api/idempotent_requests). */
export const ANSWER_SECONDS = DAY
/** How long an event can be read (https://docs.stripe.com/api/events). */
export const EVENT_SECONDS = 30 * DAY
