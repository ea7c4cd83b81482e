import { z } from 'zod'

/** State of a history entry that leads to one of the plans. */
export const forPlan = (id: string) => ({ plan: id })

const forPlanSchema = z.object({ plan: z.string() })

/** Id of the plan that the user came for; null where they came for all of them. */
export const askedPlan = (): string | null => forPlanSchema.safeParse(history.state).data?.plan ?? null
