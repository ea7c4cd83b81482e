import { Link } from 'wouter'
import { pagePaths } from '../../shared/paths.ts'
import type { Plan } from '../../shared/plans/catalogue.ts'
import { formatCount } from '../../shared/text/format.ts'
import { monthAndDay } from '../lib/dates.ts'
import { ofPlan, sells } from '../lib/site.ts'

interface SpentLineProps {
  plan: Plan
  /** Start of the next usage month, ISO 8601; omitted where it is shown elsewhere. */
  resetsAt?: string | undefined
  /** Whether to link to the plans. */
  hasLink?: boolean
}

/** Says that this month's summaries are used up, before something is refused. */
export function SpentLine({ plan, resetsAt, hasLink = sells }: SpentLineProps) {
  const restart = resetsAt === undefined ? null : monthAndDay(resetsAt)
  return (
    <>
      You’ve used all {formatCount(plan.summariesPerMonth ?? 0)} summaries of {ofPlan(`your ${plan.name} plan `)}
      this month.{restart === null ? '' : ` You’ll have more on ${restart}.`}
      {hasLink ? (
        <>
          {' '}
          <Link href={pagePaths.subscribe} className="relative touch-target text-ink underline underline-offset-3">
            See the plans
          </Link>
        </>
      ) : null}
    </>
  )
}
