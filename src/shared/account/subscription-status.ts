/** How long a plan continues after a failed renewal, while the payment provider retries. */
export const graceDays = 7

const owingStatuses: ReadonlySet<string> = new Set(['past_due', 'unpaid', 'paused'])

export const isOwing = (status: string | null): boolean => owingStatuses.has(status ?? '')

/** Statuses of subscriptions that are paid and renew. */
export const runningStatuses: ReadonlySet<string> = new Set(['active', 'trialing'])

/** Whether a subscription renews automatically and no payment is due. */
export const isRunning = (status: string | null): boolean => runningStatuses.has(status ?? '')

/** Shown where the payment provider gives no price: minor units and currency. */
export const fallbackPrice = { amount: 1200, currency: 'usd' } as const
