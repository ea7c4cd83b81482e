import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { content } from '../../../shared/content.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { Plan, PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { formatCount } from '../../../shared/text/format.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { SupportLink } from '../../components/links.tsx'
import { Meter } from '../../components/meter.tsx'
import { usedWords } from '../../components/spent-line.tsx'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../components/states.tsx'
import { toast } from '../../components/toast.tsx'
import { typesetTitle } from '../../components/unbroken-text.tsx'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { cn } from '../../lib/cn.ts'
import { formatDuration } from '../../lib/dates.ts'
import { useHeld } from '../../lib/page/use-held.ts'
import { forPlan, useOwnPlan, useQuota } from '../../lib/plans/own-plan.ts'
import { justPaid } from '../../lib/plans/plan-before.ts'
import { statsQuery, usePlans } from '../../lib/queries.ts'
import { sells, useSite } from '../../lib/site.ts'
import { useStore } from '../../lib/stores/use-store.ts'
import { QuestionsUsed } from '../questions/questions-used.tsx'
import { DashboardCancel, PaymentAlert } from '../subscription/dashboard-subscription.tsx'
import { useOpenSummary } from '../summaries/open-summary.ts'
import { nextPlan } from './next-plan.ts'

/** Code of the bookmark: opens the dashboard with the URL of the current page. */
const bookmarklet = (origin: string): string =>
  `javascript:void open('${origin}${pagePaths.dashboard}?url='+encodeURIComponent(location.href))`

function explain(event: MouseEvent) {
  event.preventDefault()
  toast({ title: 'Drag it to your bookmarks bar', description: 'Then click it on any page you want summarized.' })
}

function WaysIn() {
  return (
    <details className="group/ways mt-8 border-y border-line text-sm lg:first:mt-0 lg:first:border-t-0 print:hidden">
      <summary className="flex min-h-11 cursor-default list-none items-center justify-between gap-4 py-2 text-ink-soft transition-colors duration-150 hover:text-ink [&::-webkit-details-marker]:hidden">
        Faster ways to add
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform duration-150 group-open/ways:rotate-180"
        />
      </summary>
      <ul className="space-y-3 pt-1 pb-4.5 text-ink-soft">
        <li>Paste a link, text, or file anywhere on this page.</li>
        <li className="pointer-coarse:hidden">Drop a file anywhere on this page.</li>
        <li className="pointer-coarse:hidden">
          Drag this to your bookmarks bar, then click it on any page.
          <a
            href={pagePaths.dashboard}
            // React rejects javascript: URLs in its own attribute.
            ref={(link) => link?.setAttribute('href', bookmarklet(location.origin))}
            onClick={explain}
            className="relative mt-2 block w-fit touch-target rounded-chip border border-line bg-raised px-2.5 py-1 text-ink no-underline transition-colors duration-150 hover:border-line-strong"
          >
            Summarize with {content.productName}
          </a>
        </li>
        <li>On your phone, add {content.productName} to your home screen and share to it from any app.</li>
      </ul>
    </details>
  )
}

/** Shown in place of a number that didn't load. */
const UNKNOWN = '–'

const UNLIMITED = 'Unlimited'

/** Number of remaining summaries, "Unlimited", or a dash if the plans didn't load; null while they load. */
function remainingLabel(remaining: number | null | undefined, plansFailed: boolean): string | null {
  if (remaining === undefined) return plansFailed ? UNKNOWN : null
  return remaining === null ? UNLIMITED : formatCount(remaining)
}

/** "5 h 12 min"; hours alone from 100 hours on. Null for less than a minute, of which newcomers have nothing to learn. */
function timeSaved(seconds: number): string | null {
  const hours = Math.round(seconds / 3600)
  if (hours >= 100) return `${formatCount(hours)} h`
  return seconds < 30 ? null : formatDuration(seconds)
}

function Stat({ label, value }: { label: string; value: string | null }) {
  return (
    <div
      className={cn(
        'flex justify-between max-lg:flex-col max-lg:gap-y-2 lg:min-h-[3.9375rem] lg:border-b lg:border-line lg:py-4',
        value === UNLIMITED ? 'lg:items-center' : 'lg:items-baseline',
      )}
    >
      <dt className="text-[0.8125rem] text-ink-soft sm:text-sm">{label}</dt>
      <dd
        className={
          value === UNLIMITED
            ? 'text-sm max-lg:leading-6 sm:max-lg:leading-[1.625rem]'
            : 'font-serif text-2xl leading-none font-medium whitespace-nowrap tabular-nums sm:text-[1.625rem] lg:text-[1.875rem]'
        }
      >
        {value ?? (
          // The invisible figure gives the line its height.
          <span className="relative inline-block w-12">
            <span className="invisible">0</span>
            <Skeleton className="absolute inset-0 h-full" />
          </span>
        )}
      </dd>
    </div>
  )
}

/** "8 of 25 summaries used. Resets December 3." A plan without a limit has no meter. */
function Usage({ plan, used, resetsAt }: { plan: Plan; used: number; resetsAt: string | undefined }) {
  const quota = plan.summariesPerMonth
  if (quota === null) {
    return (
      <p className="pt-3 text-[0.84375rem] text-ink-soft">No monthly limit. {formatCount(used)} so far this month.</p>
    )
  }
  return (
    <div className="pt-4">
      <Meter label="Summaries used this month" value={used / quota} />
      <p className="mt-2 text-[0.84375rem] text-ink-soft tabular-nums">{usedWords(used, quota, resetsAt)}</p>
    </div>
  )
}

/** "12 of 30 minutes of recordings used." Nothing where recordings aren't transcribed, or without a limit. */
function MinutesUsed({ plan: { audioMinutesPerMonth: limit } }: { plan: Plan }) {
  const { recordingBytes } = useSite()
  const { stats } = useQuota()
  if (recordingBytes === null || limit === null || stats === undefined) return null
  return (
    <p className="mt-1 text-[0.84375rem] text-ink-soft tabular-nums">
      {/* More was used on an earlier plan with a higher limit. */}
      {formatCount(Math.min(stats.audioMinutesUsed, limit))} of {formatCount(limit)} minutes of recordings used.
    </p>
  )
}

function Offer({ catalogue, plan, isPaid }: { catalogue: PlanCatalogue; plan: Plan; isPaid: boolean }) {
  const { models } = useSite()
  const offer = nextPlan(catalogue, plan, models !== null)
  if (offer === null) return null
  return (
    <div className="mt-6 border-t border-line pt-5.5">
      <h3 className="text-[1.1875rem] leading-snug">{typesetTitle(offer.title)}</h3>
      <p className="mt-1.5 mb-4 text-sm text-ink-soft">{offer.text}</p>
      <ButtonLink look="plain" href={pagePaths.subscribe} state={forPlan(offer.plan.id)}>
        {isPaid ? 'Upgrade Plan' : 'See the plans'}
      </ButtonLink>
    </div>
  )
}

/** Why there are dashes instead of numbers. */
function UsageFailure() {
  const failed = [usePlans(), useQuery(statsQuery)].filter(({ isLoadingError }) => isLoadingError)
  if (failed.length === 0) return null
  return (
    <div role="alert" className="flex items-center justify-between border-b border-line py-1 text-sm text-ink-soft">
      Your usage didn’t load.
      <Button
        look="text"
        needsConnection
        onClick={() => failed.forEach(({ refetch }) => void refetch())}
        className="-me-2 text-ink"
      >
        Try again
      </Button>
    </div>
  )
}

interface OwnPlanProps {
  catalogue: PlanCatalogue
  plan: Plan
  isPaid: boolean
}

function OwnPlan({ catalogue, plan, isPaid }: OwnPlanProps) {
  const { used, stats, left } = useQuota()
  const { openId } = useOpenSummary()
  // It doesn’t change behind an open summary.
  const isSpent = useHeld(left === 0, openId !== null)
  const { id } = useUser()
  const paid = useStore(justPaid)
  // Someone else may have paid in this tab.
  const payment = paid?.userId === id ? paid : null
  const isConfirming = payment?.state === 'confirming'
  const chosen = isConfirming ? catalogue.plans.find(({ id }) => id === payment.plan) : undefined
  return (
    <section aria-labelledby="own-plan" className="pt-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="own-plan" className="text-[1.3125rem] leading-tight">
          {(chosen ?? plan).name}
        </h2>
        {isConfirming ? (
          <span className="text-sm text-ink-soft">Confirming…</span>
        ) : isPaid ? (
          <Link
            href={pagePaths.manageSubscription}
            className="relative touch-target text-sm text-ink-soft no-underline transition-colors duration-150 hover:text-ink"
          >
            Manage
          </Link>
        ) : (
          <span className="text-sm text-ink-soft">Free plan</span>
        )}
      </div>
      {isConfirming ? (
        <p className="pt-3 text-[0.84375rem] text-ink-soft">
          We’re confirming your payment. Until then, you’re on {plan.name}.
        </p>
      ) : (
        <>
          {payment?.state === 'failed' ? (
            <p className="pt-3 text-[0.84375rem]">
              We couldn’t verify your payment. If you’ve paid, email <SupportLink />.
            </p>
          ) : null}
          <Usage plan={plan} used={used} resetsAt={stats?.resetsAt} />
          <QuestionsUsed plan={plan} />
          <MinutesUsed plan={plan} />
          {/* With no summaries left, the form offers the plans. */}
          {payment === null && !isSpent ? <Offer catalogue={catalogue} plan={plan} isPaid={isPaid} /> : null}
          <DashboardCancel />
        </>
      )}
    </section>
  )
}

/** Placeholder of the plan's card in wide windows; in others it would be between sections, which the card would move. */
const PlanSkeleton = () => (
  <SkeletonGroup label="Loading your plan" className="pt-6 max-lg:hidden">
    <Skeleton className="h-6 w-24" />
    <Skeleton className="mt-4.5 h-1 w-full" />
    <Skeleton className="mt-3 h-3.5 w-3/4" />
    <div className="mt-6.5 border-t border-line pt-6">
      <Skeleton className="h-5 w-3/5" />
      <SkeletonText lines={2} className="mt-3" />
    </div>
  </SkeletonGroup>
)

export function UsageAside() {
  const { catalogue, isError: plansFailed, plan, state } = useOwnPlan()
  const { stats, isError, used, left: remaining } = useQuota()
  const saved = stats && timeSaved(stats.savedSeconds)
  // The rows below appear with the numbers, whose count depends on them.
  const isLoaded = plan && catalogue && (stats !== undefined || isError)
  return (
    <aside aria-label={sells ? 'Usage and plan' : 'Usage'} className="contents lg:block">
      <div className="lg:-mt-4">
        <dl className="flex flex-wrap gap-x-5 gap-y-4 border-y border-line py-4 sm:gap-x-16 lg:block lg:border-0 lg:py-0">
          <Stat label="Total Summaries" value={stats ? formatCount(stats.totalSummaries) : isError ? UNKNOWN : null} />
          {remaining === null && !sells ? null : (
            <Stat label="Remaining" value={remainingLabel(remaining, plansFailed)} />
          )}
          {saved === null ? null : <Stat label="Time Saved" value={saved ?? (isError ? UNKNOWN : null)} />}
        </dl>
        <UsageFailure />
        {isLoaded ? <PaymentAlert /> : null}
      </div>
      {isLoaded ? (
        <div className="order-2">
          {sells ? (
            <OwnPlan catalogue={catalogue} plan={plan} isPaid={state === 'paid'} />
          ) : plan.summariesPerMonth === null ? null : (
            <Usage plan={plan} used={used} resetsAt={stats?.resetsAt} />
          )}
          <WaysIn />
        </div>
      ) : sells && !plansFailed ? (
        // Where the row for saved time goes, a new placeholder replaces this one, which would move.
        <PlanSkeleton key={String(saved === null)} />
      ) : null}
    </aside>
  )
}
