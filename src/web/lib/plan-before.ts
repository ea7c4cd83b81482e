import { z } from 'zod'
import { createSessionStore } from './store.ts'

/** Key of the session storage; the privacy policy names it. */
export const PLAN_BEFORE_KEY = 'plan-before'

const planBeforeSchema = z.object({ plan: z.string().nullable() }).nullable()

/** Plan of a user who left for the hosted page that changes it; null where this tab does not know. */
const stored = createSessionStore(PLAN_BEFORE_KEY, planBeforeSchema, null)

export const rememberPlanBefore = (plan: string | null): void => stored.set({ plan })

/** The plan that the user left with; `otherwise` where this tab does not know. */
export function planBefore(otherwise: string | null): string | null {
  const known = stored.get()
  return known === null ? otherwise : known.plan
}

/** Forgets it: the user is back. */
export const forgetPlanBefore = (): void => stored.set(null)
