import { z } from 'zod'
import { createSessionStore } from './store.ts'

/** Session storage key, which the privacy policy lists. */
export const PLAN_BEFORE_KEY = 'plan-before'

const planBeforeSchema = z.object({ plan: z.string().nullable() }).nullable()

/** Plan of a user who left for the hosted page that changes it; null if this tab does not know it. */
const stored = createSessionStore(PLAN_BEFORE_KEY, planBeforeSchema, null)

export const rememberPlanBefore = (plan: string | null): void => stored.set({ plan })

/** The plan that the user left with; `otherwise` if this tab does not know it. */
export function planBefore(otherwise: string | null): string | null {
  const known = stored.get()
  return known === null ? otherwise : known.plan
}

export const forgetPlanBefore = (): void => stored.set(null)
