/** One checked part of the setup at Stripe. */
export interface SetupItem {
  /** Such as "price of Pro". */
  what: string
  /** `note`: fine, with a remark. `missing`: created with --apply. `made`: just created. `wrong`: the operator must fix it. */
  state: 'ok' | 'note' | 'missing' | 'made' | 'wrong'
  /** The value found, or how to fix it. */
  detail: string
}

/** Result of checking the setup at Stripe. */
export interface SetupReport {
  mode: 'test' | 'live'
  account: { id: string; name: string | null; country: string | null } | null
  /** API version that the product uses. */
  apiVersion: string
  items: SetupItem[]
  /** Secret of a webhook endpoint that was just created; Stripe shows it only once. */
  webhookSecret: string | null
}

/** Returns whether nothing is left to do. */
export const isSetUp = ({ items }: SetupReport): boolean =>
  items.every(({ state }) => state !== 'missing' && state !== 'wrong')
