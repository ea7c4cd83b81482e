import type { AccountContext } from '../accounts/context.ts'
import type { BillingContext } from '../billing/context.ts'
import type { EventHub } from '../summaries/events.ts'

/** First argument of the use cases that export and delete everything stored about a user. */
export interface UserDataContext extends AccountContext, Pick<BillingContext, 'stripe'> {
  hub: EventHub
}
