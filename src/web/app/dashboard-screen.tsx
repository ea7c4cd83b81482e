import { DashboardPage } from '../features/dashboard/dashboard-page.tsx'
import { useCreation } from '../features/summaries/creation/creation-context.ts'
import { RecentSummaries } from '../features/summaries/recent/recent-summaries.tsx'

/** The dashboard, with its parts put together. */
export default function DashboardScreen() {
  const { start, isSending, failure } = useCreation()
  return <DashboardPage onSummarize={start} isSending={isSending} failure={failure} recent={<RecentSummaries />} />
}
