import { planState } from '../../../shared/plans/catalogue.ts'
import { Badge } from '../../components/badge.tsx'
import { usePlans } from '../../lib/plans.ts'

/** The name of a paid plan; nothing for everyone else. */
export function PlanBadge({ plan }: { plan: string | null }) {
  const { data: catalogue } = usePlans()
  if (catalogue === undefined || planState(catalogue, plan) !== 'paid') return null
  const name = catalogue.plans.find(({ id }) => id === plan)?.name
  return <Badge>{name} Plan</Badge>
}
