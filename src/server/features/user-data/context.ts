import type { AccountContext } from '../accounts/context.ts'
import type { BillingContext } from '../billing/context.ts'
import type { TextFile } from '../exports/zip-files.ts'
import type { EventHub } from '../summaries/events.ts'

/** First argument of the use cases that export and delete everything stored about a user. */
export interface UserDataContext extends AccountContext {
  /** Null: payments are not configured. */
  stripe: BillingContext['stripe']
  hub: EventHub
}

export const jsonFile = (name: string, value: unknown): TextFile => ({
  name,
  text: `${JSON.stringify(value, null, 2)}\n`,
})
