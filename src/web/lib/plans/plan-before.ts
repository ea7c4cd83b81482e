import { createSessionStore, fieldsOf } from '../stores/store.ts'

/** Session storage key, which the privacy policy lists. */
export const PLAN_BEFORE_KEY = 'plan-before'

function parse(value: unknown): { plan: string | null } | null {
  const { plan } = fieldsOf(value)
  return typeof plan === 'string' || plan === null ? { plan } : null
}

/** Plan of a user who left for the hosted page that changes it; null if this tab does not know it. */
const stored = createSessionStore<{ plan: string | null } | null>(PLAN_BEFORE_KEY, parse, null)

export const rememberPlanBefore = (plan: string | null): void => stored.set({ plan })

/** The plan that the user left with; `otherwise` if this tab does not know it. */
export function planBefore(otherwise: string | null): string | null {
  const known = stored.get()
  return known === null ? otherwise : known.plan
}

export const forgetPlanBefore = (): void => stored.set(null)
