import { useQuery } from '@tanstack/react-query'
import { type PlanCatalogue, planCatalogueSchema } from '../../shared/plans/catalogue.ts'
import { queryKeys } from './keys.ts'

const parseCatalogue = (data: unknown): PlanCatalogue => planCatalogueSchema.parse(data)

/** The plans this installation sells. */
export function usePlans() {
  return useQuery({ queryKey: queryKeys.plans, select: parseCatalogue })
}
