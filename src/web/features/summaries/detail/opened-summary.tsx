import { useEffect, useState } from 'react'
import type { Summary } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { DialogTitle } from '../../../components/dialog.tsx'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../../components/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../components/states.tsx'
import { toast } from '../../../components/toast/toast-store.ts'
import { ApiError, isUnauthorized, reasonOf } from '../../../lib/api/api-error.ts'
import { sentFor } from '../../../lib/sent.ts'
import { useSummary } from '../api/get-summary.ts'
import { useCreation } from '../creation/creation-context.ts'
import { sourceOfSummary } from '../creation/failure-choices.ts'
import { FailurePanel } from '../creation/failure-panel.tsx'
import { ProgressPanel } from '../creation/progress-panel.tsx'
import { isDeleted } from '../deletion/deleted.ts'
import { isUnfinished } from '../describe.ts'
import { DetailView } from './detail-view.tsx'

/** The shape of a summary's page while it loads. */
function DetailSkeleton() {
  return (
    <SkeletonGroup label="Loading the summary" className="px-5 pt-6 pb-12 sm:px-14 sm:pt-8">
      <DialogTitle className="sr-only">Summary</DialogTitle>
      <Skeleton className="h-3 w-20" />
      <Skeleton className="mt-4 h-9 w-4/5" />
      <Skeleton className="mt-4 h-3.5 w-3/5" />
      <div className="mt-7 border-t border-line pt-7">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="mt-3 h-5 w-3/5" />
      </div>
      <div className="mt-7 border-t border-line">
        {['first', 'second', 'third', 'fourth'].map((row) => (
          <div key={row} className="border-b border-line py-3.5">
            <SkeletonText lines={2} />
          </div>
        ))}
      </div>
      <Skeleton className="mt-10 h-6 w-32" />
      <SkeletonText lines={4} className="mt-4" />
    </SkeletonGroup>
  )
}

interface OpenedSummaryProps {
  id: string
  onLeave: () => void
}

function Unfinished({ summary, onLeave }: { summary: Summary; onLeave: () => void }) {
  const { follow } = useCreation()
  useEffect(() => follow(summary.id), [follow, summary.id])
  return (
    <ProgressPanel
      id={summary.id}
      name={summary.title}
      isReceived={summary.originalUrl === null}
      known={summary.progress}
      onLeave={onLeave}
    />
  )
}

function Failed({ summary, onLeave }: { summary: Summary; onLeave: () => void }) {
  return (
    <FailurePanel
      id={summary.id}
      name={summary.title}
      message={summary.failureMessage ?? 'Something went wrong on our side.'}
      code={summary.failureCode}
      source={sourceOfSummary(summary, sentFor(summary.id))}
      onLeave={onLeave}
    />
  )
}

/** Whether a summary does not exist, which the dialog shows without a toast. */
const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

/** A summary opened by its id: loading, not there, still being made, failed, or there to be read. */
export function OpenedSummary({ id, onLeave }: OpenedSummaryProps) {
  // One that is deleted here, and is about to be closed, stays as it is for as long as that takes.
  const [wasDeleted] = useState(() => isDeleted(id))
  const { data, error, refetch, isFetching } = useSummary(id, !wasDeleted)
  const summary = wasDeleted ? undefined : data
  useEffect(() => {
    if (error === null || isUnauthorized(error) || isGone(error)) return
    toast({ title: 'Failed to load summary details', variant: 'destructive' })
  }, [error])

  if (summary !== undefined) {
    if (summary.status === 'failed') return <Failed summary={summary} onLeave={onLeave} />
    return isUnfinished(summary) ? (
      <Unfinished summary={summary} onLeave={onLeave} />
    ) : (
      <DetailView summary={summary} onDeleted={onLeave} />
    )
  }
  if (error === null && !wasDeleted) return <DetailSkeleton />
  const gone = wasDeleted || isGone(error)
  return (
    <div className="px-6 pt-4 sm:px-14">
      <DialogTitle className="sr-only">Summary</DialogTitle>
      {gone ? (
        <EmptyState
          title="This summary is no longer there"
          action={
            <Button look="plain" onClick={onLeave}>
              Back to summaries
            </Button>
          }
        >
          It may have been deleted.
        </EmptyState>
      ) : (
        <ErrorState title="Failed to load summary details" onRetry={() => void refetch()} retrying={isFetching}>
          {reasonOf(error)}
        </ErrorState>
      )}
    </div>
  )
}
