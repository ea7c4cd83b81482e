import { Link } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { Button } from '../../components/button.tsx'
import { PlanSummary } from './plan-summary.tsx'

/** What people without a paid plan see: the free one, and the way up. */
export function FreePlan({ plan }: { plan: Plan }) {
  return (
    <PlanSummary label="Free plan" plan={plan} facts={[]}>
      <Button asChild>
        <Link href={pagePaths.subscribe}>Upgrade</Link>
      </Button>
      <p className="text-sm text-ink-soft">There is nothing to pay, and nothing to cancel.</p>
    </PlanSummary>
  )
}
