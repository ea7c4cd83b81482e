import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { type PlanCatalogue, planCatalogueSchema } from '../../shared/plans/catalogue.ts'
import { queryKeys } from './keys.ts'

/** State of an entry of the history that leads to the plans for the sake of one of them. */
export const forPlan = (id: string) => ({ plan: id })

const forPlanSchema = z.object({ plan: z.string() })

/** Id of the plan that somebody has come to the plans for; null where they have come for all of them. */
export const askedPlan = (): string | null => forPlanSchema.safeParse(history.state).data?.plan ?? null

const parseCatalogue = (data: unknown): PlanCatalogue => planCatalogueSchema.parse(data)

/** The plans this installation sells, once they are needed. */
export function usePlans({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ queryKey: queryKeys.plans, select: parseCatalogue, enabled })
}
