import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { CreateSummaryPayload } from '../../../shared/api/calls.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { planState } from '../../../shared/plans/catalogue.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { usePlans } from '../../lib/queries.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useHandedOver } from './handed-over.ts'
import { SummarizeCard, type Uploads } from './summarize-card.tsx'
import { type SubscriptionParts, UsageAside } from './usage-aside.tsx'

interface DashboardPageProps {
  uploads: Uploads
  /** The line of the form that says which language the summary will be in. */
  language: ReactNode
  onSummarize: (payload: CreateSummaryPayload) => void
  isSending: boolean
  /** Why the last request was refused. */
  failure: string | null
  /** The newest summaries. */
  recent: ReactNode
  subscription: SubscriptionParts
  /** Where people say what they miss. */
  suggestions: ReactNode
}

/** The dashboard of somebody who stays there: only they are handed something over. */
function Dashboard(props: DashboardPageProps) {
  const { uploads, language, onSummarize, isSending, failure, recent, subscription, suggestions } = props
  useHandedOver()
  const { subscriptionPlan, summariesUsed } = useUser()
  const { data: catalogue, isError } = usePlans()
  return (
    <div className="wrap grid gap-x-10 gap-y-11 pt-6 pb-20 lg:grid-rows-[auto_1fr] md:pt-11 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <h1 className="sr-only">Dashboard</h1>
      <div className="min-w-0 space-y-11">
        <SummarizeCard
          catalogue={catalogue}
          plansFailed={isError}
          plan={subscriptionPlan}
          uploads={uploads}
          language={language}
          onSummarize={onSummarize}
          isSending={isSending}
          failure={failure}
        />
        {recent}
      </div>
      <UsageAside
        catalogue={catalogue}
        plansFailed={isError}
        plan={subscriptionPlan}
        summariesUsed={summariesUsed}
        subscription={subscription}
      />
      <div className="min-w-0">{suggestions}</div>
    </div>
  )
}

/** Where a signed-in person works: the Summarize card, what was made last, and how much is left. */
export function DashboardPage(props: DashboardPageProps) {
  useDocumentTitle(pageTitles.dashboard)
  const { subscriptionPlan } = useUser()
  const { data: catalogue } = usePlans()
  if (catalogue !== undefined && planState(catalogue, subscriptionPlan) === 'unrecognized') {
    return <Redirect to="/subscribe" replace />
  }
  return <Dashboard {...props} />
}
