import type { Stripe } from 'stripe'
import type { Clock } from '../../../platform/clock.ts'

/** What every part of the check goes by. */
export interface SetupCheck {
  stripe: Stripe
  clock: Clock
  /** Whether what is missing is made. What exists is never changed. */
  apply: boolean
}
