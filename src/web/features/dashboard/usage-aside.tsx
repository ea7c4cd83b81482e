import { Link } from 'wouter'
import { formatCount } from '../../../shared/format.ts'
import {
  type Plan,
  type PlanCatalogue,
  planOf,
  planState,
  remainingSummaries,
} from '../../../shared/plans/catalogue.ts'
import { Button } from '../../components/button.tsx'
import { Meter } from '../../components/meter.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { monthAndDay } from '../../lib/dates.ts'
import { useStats } from '../../lib/stats.ts'

/** What stands for a figure that could not be loaded. */
const UNKNOWN = '–'

/** "Unlimited", a count, or a dash where the plans could not be loaded; null while they load. */
function remainingLabel(remaining: number | null | undefined, plansFailed: boolean): string | null {
  if (remaining === undefined) return plansFailed ? UNKNOWN : null
  return remaining === null ? 'Unlimited' : formatCount(remaining)
}

function Stat({ label, value }: { label: string; value: string | null }) {
  return (
    <div className="flex items-baseline justify-between border-b border-line py-4">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-serif text-[1.875rem] leading-none font-medium tabular-nums">
        {value ?? <Skeleton className="h-7.5 w-12" />}
      </dd>
    </div>
  )
}

/** "8 of 25 used. Starts again on December 3." Without a limit there is nothing to measure. */
function Usage({ plan, used, resetsAt }: { plan: Plan; used: number; resetsAt: string | undefined }) {
  const quota = plan.summariesPerMonth
  const restart = resetsAt === undefined ? null : monthAndDay(resetsAt)
  if (quota === null) {
    return (
      <p className="pt-5 text-[0.84375rem] text-ink-soft">
        {plan.name} has no limit. {formatCount(used)} this month.
      </p>
    )
  }
  return (
    <div className="pt-6">
      <Meter label="Summaries used this month" value={used / quota} />
      <p className="mt-2 text-[0.84375rem] text-ink-soft tabular-nums">
        {formatCount(used)} of {formatCount(quota)} used.{' '}
        {restart === null ? 'Counted by the month.' : `Starts again on ${restart}.`}
      </p>
    </div>
  )
}

/** The next plan up and what it adds; null on the top plan. */
export function nextPlan(catalogue: PlanCatalogue, plan: Plan): { plan: Plan; title: string; text: string } | null {
  const next = catalogue.plans
    .slice(catalogue.plans.indexOf(plan) + 1)
    .find(({ highlighted, advanced }) => (plan.exports ? advanced : highlighted))
  if (next === undefined || (plan.advanced && next.advanced)) return null
  if (plan.exports) {
    return {
      plan: next,
      title: 'The whole argument',
      text: `${next.name} writes about five times more, with the quotes that carry it.`,
    }
  }
  return {
    plan: next,
    title: 'Books, exports, no limit',
    text: `${next.name} reads e-books and hands you Markdown and PDF.`,
  }
}

function PlanCard({ catalogue, plan, isPaid }: { catalogue: PlanCatalogue; plan: Plan; isPaid: boolean }) {
  const offer = nextPlan(catalogue, plan)
  if (offer === null) return null
  return (
    <div className="mt-6 border-t border-line pt-5.5">
      <h3 className="text-[1.1875rem] leading-snug">{offer.title}</h3>
      <p className="mt-1.5 mb-4 text-sm text-ink-soft">{offer.text}</p>
      <Button asChild look="plain">
        <Link href="/subscribe">{isPaid ? 'Upgrade Plan' : 'See the plans'}</Link>
      </Button>
    </div>
  )
}

interface UsageAsideProps {
  catalogue: PlanCatalogue | undefined
  plansFailed: boolean
  plan: string | null
  /** Summaries made this month, as last known of the person; the counters' own call is fresher. */
  summariesUsed: number
}

/** Counters, the month's usage and the plan, beside the dashboard's work. */
export function UsageAside({ catalogue, plansFailed, plan, summariesUsed }: UsageAsideProps) {
  const { data: stats, isError } = useStats()
  const used = stats?.summariesUsed ?? summariesUsed
  const own = catalogue && planOf(catalogue, plan)
  const remaining = own && remainingSummaries(own, used)
  return (
    <aside aria-label="Usage and plan">
      <dl className="-mt-4">
        <Stat label="Total Summaries" value={stats ? formatCount(stats.totalSummaries) : isError ? UNKNOWN : null} />
        <Stat label="Remaining" value={remainingLabel(remaining, plansFailed)} />
      </dl>
      {own && catalogue ? (
        <>
          <Usage plan={own} used={used} resetsAt={stats?.resetsAt} />
          <PlanCard catalogue={catalogue} plan={own} isPaid={planState(catalogue, plan) === 'paid'} />
        </>
      ) : null}
    </aside>
  )
}
