import { Redirect } from 'wouter'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { useOwnPlan } from '../../lib/plans/own-plan.ts'
import { FeatureSuggestions } from '../suggestions/feature-suggestions.tsx'
import { useRecentSummaries } from '../summaries/api/summaries.ts'
import { RecentSummaries } from '../summaries/recent/recent-summaries.tsx'
import { useSharedInput } from './shared-input.ts'
import { SummarizeCard } from './summarize-card.tsx'
import { UsageAside } from './usage-aside.tsx'

function Dashboard() {
  useSharedInput()
  // The suggestions appear with the list above them, which would push them down.
  const { isPending } = useRecentSummaries('all')
  return (
    // Narrow screens have one column, with the usage right after the card.
    <div className="wrap flex flex-col gap-y-8 pt-6 pb-20 md:gap-y-11 md:pt-11 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-10">
      <h1 className="sr-only">Dashboard</h1>
      <div className="contents min-w-0 lg:block lg:space-y-11">
        <SummarizeCard />
        <div className="order-1 min-w-0">
          <RecentSummaries />
        </div>
        <div className="order-3 min-w-0 print:hidden">{isPending ? null : <FeatureSuggestions />}</div>
      </div>
      <UsageAside />
    </div>
  )
}

export function DashboardPage() {
  useDocumentTitle(pageTitles.dashboard)
  const { state } = useOwnPlan()
  return state === 'unrecognized' ? <Redirect to={pagePaths.subscribe} replace /> : <Dashboard />
}
