import { z } from 'zod'

/** State of a history entry that leads to a plan's card. */
export const forPlan = (id: string) => ({ plan: id })

const forPlanSchema = z.object({ plan: z.string() })

/** Id of the plan that the user came for, or null. */
export const askedPlan = (): string | null => forPlanSchema.safeParse(history.state).data?.plan ?? null
