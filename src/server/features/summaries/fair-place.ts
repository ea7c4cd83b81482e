import type { Plan } from '../../../shared/plans/catalogue.ts'

/** How much earlier than it came a summary counts as having come, for each plan below its person's. */
export const HEAD_START_SECONDS = 60
/** How much later than it came a summary counts as having come, for each other one its person has in the making. */
export const STAND_BACK_SECONDS = 15

/** Where seconds are counted from, so that they fit into 32 bits until 2094. */
const EPOCH_SECONDS = Date.UTC(2026, 0, 1) / 1000

export interface Asked {
  now: Date
  /** All plans, from the free one up. */
  plans: readonly Plan[]
  plan: Plan
  /** How many other summaries of the same person are in the making. */
  unfinished: number
}

/**
 * Where a summary stands among those that wait: who came first, as far as plans and fairness leave it at that. It is the
 * moment at which it counts as having come, and never changes, so nobody can be passed for ever: what comes later than
 * the longest head start stands behind (a deadline, as in earliest deadline first scheduling, Liu and Layland 1973).
 *
 * @returns a priority: the higher it is, the earlier its turn comes
 */
export function fairPlace({ now, plans, plan, unfinished }: Asked): number {
  const rank = Math.max(
    plans.findIndex(({ id }) => id === plan.id),
    0,
  )
  const cameAt = Math.floor(now.getTime() / 1000) - EPOCH_SECONDS
  return HEAD_START_SECONDS * rank - STAND_BACK_SECONDS * unfinished - cameAt
}
