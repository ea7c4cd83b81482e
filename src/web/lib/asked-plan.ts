import { z } from 'zod'

/** State of an entry of the history that leads to the plans for the sake of one of them. */
export const forPlan = (id: string) => ({ plan: id })

const forPlanSchema = z.object({ plan: z.string() })

/** Id of the plan that somebody has come to the plans for; null where they have come for all of them. */
export const askedPlan = (): string | null => forPlanSchema.safeParse(history.state).data?.plan ?? null
