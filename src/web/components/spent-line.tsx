import { Link } from 'wouter'
import { pagePaths } from '../../shared/paths.ts'
import type { Plan } from '../../shared/plans/catalogue.ts'
import { formatCount } from '../../shared/text/format.ts'
import { monthAndDay } from '../lib/dates.ts'
import { sells } from '../lib/site.ts'

/** "8 of 25 summaries used. Resets December 3." More was used on an earlier plan with a higher limit. */
export function usedWords(
  used: number,
  quota: number,
  resetsAt: string | undefined,
  counted = 'summaries used',
): string {
  const restart = monthAndDay(resetsAt ?? '')
  const count = `${formatCount(Math.min(used, quota))} of ${formatCount(quota)} ${counted}.`
  return `${count} ${restart === null ? 'Resets monthly.' : `Resets ${restart}.`}`
}

/** Leads to the plans from a line of text. */
export const PlansLink = () => (
  <Link href={pagePaths.subscribe} className="relative touch-target text-ink underline underline-offset-3">
    See the plans
  </Link>
)

interface SpentLineProps {
  plan: Plan
  /** Start of the next usage month, ISO 8601. */
  resetsAt: string | undefined
}

/** Says that this month's summaries are used up, before something is refused. */
export function SpentLine({ plan, resetsAt }: SpentLineProps) {
  const quota = plan.summariesPerMonth ?? 0
  return (
    <>
      {usedWords(quota, quota, resetsAt)}
      {sells ? (
        <>
          {' '}
          <PlansLink />
        </>
      ) : null}
    </>
  )
}
