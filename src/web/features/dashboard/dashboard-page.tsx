import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { useOwnPlan } from '../../lib/own-plan.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useHandedOver } from './handed-over.ts'
import { SummarizeCard, type SummarizeCardProps } from './summarize-card.tsx'
import { type SubscriptionParts, UsageAside } from './usage-aside.tsx'

interface DashboardPageProps extends SummarizeCardProps {
  /** The newest summaries. */
  recent: ReactNode
  subscription: SubscriptionParts
  suggestions: ReactNode
}

/** The dashboard of a user who stays there: only they are handed something over. */
function Dashboard({ recent, subscription, suggestions, ...card }: DashboardPageProps) {
  useHandedOver()
  return (
    <div className="wrap grid gap-x-10 gap-y-11 pt-6 pb-20 lg:grid-rows-[auto_1fr] md:pt-11 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <h1 className="sr-only">Dashboard</h1>
      <div className="min-w-0 space-y-11">
        <SummarizeCard {...card} />
        {recent}
      </div>
      <UsageAside subscription={subscription} />
      <div className="min-w-0">{suggestions}</div>
    </div>
  )
}

/** The signed-in user's main screen: the Summarize card, recent summaries, and what is left of the plan. */
export function DashboardPage(props: DashboardPageProps) {
  useDocumentTitle(pageTitles.dashboard)
  const { state } = useOwnPlan()
  return state === 'unrecognized' ? <Redirect to={pagePaths.subscribe} replace /> : <Dashboard {...props} />
}
