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
    <div className="wrap grid gap-x-10 gap-y-11 pt-6 pb-20 lg:grid-rows-[auto_1fr] md:pt-11 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <h1 className="sr-only">Dashboard</h1>
      <div className="min-w-0 space-y-11">
        <SummarizeCard />
        <RecentSummaries />
      </div>
      <UsageAside />
      <div className="min-w-0">{isPending ? null : <FeatureSuggestions />}</div>
    </div>
  )
}

export function DashboardPage() {
  useDocumentTitle(pageTitles.dashboard)
  const { state } = useOwnPlan()
  return state === 'unrecognized' ? <Redirect to={pagePaths.subscribe} replace /> : <Dashboard />
}
