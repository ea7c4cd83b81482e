import { Suspense, useMemo } from 'react'
import type { UploadGroup } from '../../shared/formats.ts'
import { ErrorBoundary, lazyScript } from '../components/error-boundary.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { LoadFailure } from '../components/states.tsx'
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx'
import { DashboardCancel, PaymentWord } from '../features/subscription/dashboard-subscription.tsx'
import { FeatureSuggestions } from '../features/suggestions/feature-suggestions.tsx'
import { useRecentSummaries } from '../features/summaries/api/list-summaries.ts'
import { useCreation } from '../features/summaries/creation/creation-context.ts'
import { LanguageLine } from '../features/summaries/language/language-line.tsx'
import { RecentSummaries } from '../features/summaries/recent/recent-summaries.tsx'
import { useUser } from '../lib/auth/auth-context.tsx'

// The upload library is large, and the first tab does without it.
const UploadPanel = lazyScript(async () => import('../features/uploads/upload-panel.tsx'))

function Panel({ group }: { group: UploadGroup }) {
  const { id } = useUser()
  return (
    <ErrorBoundary renderFailure={() => <LoadFailure className="grid min-h-36 content-center" />}>
      <Suspense fallback={<Skeleton className="h-36 rounded-control" />}>
        <UploadPanel group={group} owner={id} />
      </Suspense>
    </ErrorBoundary>
  )
}

async function addFiles(group: UploadGroup, owner: string, files: readonly File[]): Promise<void> {
  const { uploaderOf } = await import('../features/uploads/uploader.ts')
  uploaderOf(group, owner).add(files)
}

/** The dashboard, with its parts put together. */
export function DashboardScreen() {
  const { start, isSending, failure } = useCreation()
  const { id } = useUser()
  // The suggestions appear with the list above them, which would push them down.
  const { isPending } = useRecentSummaries('all')
  const uploads = useMemo(
    () => ({ Panel, add: (group: UploadGroup, files: readonly File[]) => void addFiles(group, id, files) }),
    [id],
  )
  return (
    <DashboardPage
      uploads={uploads}
      language={<LanguageLine />}
      onSummarize={start}
      isSending={isSending}
      failure={failure}
      recent={<RecentSummaries />}
      subscription={{ word: <PaymentWord />, cancel: <DashboardCancel /> }}
      suggestions={isPending ? null : <FeatureSuggestions />}
    />
  )
}
