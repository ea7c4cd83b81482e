import { createSessionStore, createStore, fieldsOf } from '../stores/store.ts'

/** Session storage key, which the privacy policy lists. */
export const PLAN_BEFORE_KEY = 'plan-before'

interface Change {
  plan: string | null
  /** The plan that was chosen. */
  chosen: string | null
}

function parse(value: unknown): Change | null {
  const { plan, chosen } = fieldsOf(value)
  if (typeof plan !== 'string' && plan !== null) return null
  return { plan, chosen: typeof chosen === 'string' ? chosen : null }
}

/** Plan of a user who left for the hosted page that changes it; null if this tab does not know it. */
const stored = createSessionStore<Change | null>(PLAN_BEFORE_KEY, parse, null)

export const rememberPlanBefore = (plan: string | null, chosen: string | null): void => stored.set({ plan, chosen })

/** The plan that the user left for; null if this tab does not know it. */
export const planChosen = (): string | null => stored.get()?.chosen ?? null

/** The plan that the user left with; `otherwise` if this tab does not know it. */
export function planBefore(otherwise: string | null): string | null {
  const known = stored.get()
  return known === null ? otherwise : known.plan
}

export const forgetPlanBefore = (): void => stored.set(null)

type JustPaid = { userId: string; plan: string | null; state: 'confirming' | 'confirmed' | 'failed' }

/** A payment that a user has just made: `plan` is the one they chose, if known. */
export const justPaid = createStore<JustPaid | null>(null)
