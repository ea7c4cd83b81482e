import type { Plan, PlanCatalogue, PlanId } from '../../src/shared/plans/catalogue.ts'
import { planCatalogueSchema, planSchema } from '../../src/shared/plans/catalogue-schema.ts'

/** A plan in an operator's own catalog. */
export const ownPlan = {
  id: 'starter',
  name: 'Reader',
  description: 'To try it',
  price: { amount: 0, currency: 'eur' },
  summariesPerMonth: 7,
  textLimitCharacters: 500,
  exports: false,
  ebooks: false,
  advanced: false,
}

/** A free plan without features, except those given. */
export const planOf = (id: PlanId, name: string, rights: Partial<Plan> = {}): Plan =>
  planSchema.parse({
    ...ownPlan,
    id,
    name,
    price: { amount: 0, currency: 'usd' },
    textLimitCharacters: 2500,
    ...rights,
  })

/** A catalog of plans that differ only in price, in cents; `highlighted` is the id of one of them. */
export function catalogueOf(
  plans: readonly (readonly [id: string, name: string, amount: number])[],
  highlighted?: string,
): PlanCatalogue {
  return planCatalogueSchema.parse({
    name: 'test',
    plans: plans.map(([id, name, amount]) => ({
      ...ownPlan,
      id,
      name,
      description: `About ${name}.`,
      price: { amount, currency: 'usd' },
      summariesPerMonth: null,
      textLimitCharacters: 2500,
      highlighted: id === highlighted,
    })),
  })
}
