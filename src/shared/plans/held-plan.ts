/** What is stored about a person's plan. */
interface StoredPlan {
  subscriptionPlan: string | null
  subscriptionExpiresAt: Date | null
}

/**
 * The stored plan value that counts at a moment: none once what was paid for, or given, has ended, whether or not
 * anybody has told. Every right, quota and limit goes by this and never by the stored value alone.
 */
export function heldPlan({ subscriptionPlan, subscriptionExpiresAt }: StoredPlan, now: Date): string | null {
  const isOver = subscriptionExpiresAt !== null && subscriptionExpiresAt.getTime() <= now.getTime()
  return isOver ? null : subscriptionPlan
}
