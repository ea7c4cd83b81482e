import { z } from 'zod'

/** Key of the session storage; the privacy policy names it. */
export const PLAN_BEFORE_KEY = 'plan-before'

const schema = z.object({
  /** Id of the person whose plan it is. */
  owner: z.string(),
  plan: z.string().nullable(),
})

/** Remembers which plan somebody has who leaves for the hosted page on which it is changed. */
export function rememberPlanBefore(owner: string, plan: string | null): void {
  try {
    sessionStorage.setItem(PLAN_BEFORE_KEY, JSON.stringify({ owner, plan }))
  } catch {
    // Storage can be full or blocked; then nobody is told on the way back what has changed.
  }
}

/** The plan that a person left with; where this tab does not know, `otherwise`. */
export function planBefore(owner: string, otherwise: string | null): string | null {
  try {
    const kept = schema.safeParse(JSON.parse(sessionStorage.getItem(PLAN_BEFORE_KEY) ?? '')).data
    return kept?.owner === owner ? kept.plan : otherwise
  } catch {
    return otherwise
  }
}

/** Forgets it: the person is back. */
export function forgetPlanBefore(): void {
  try {
    sessionStorage.removeItem(PLAN_BEFORE_KEY)
  } catch {
    // Blocked storage holds nothing.
  }
}
