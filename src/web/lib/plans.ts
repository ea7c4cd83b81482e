import { useQuery } from '@tanstack/react-query'
import { type PlanCatalogue, planCatalogueSchema } from '../../shared/plans/catalogue.ts'
import { queryKeys } from './keys.ts'

const parseCatalogue = (data: unknown): PlanCatalogue => planCatalogueSchema.parse(data)

/** The plans this installation sells, once they are needed. */
export function usePlans({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({ queryKey: queryKeys.plans, select: parseCatalogue, enabled })
}
