import { useEffect, useEffectEvent, useState } from 'react'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import { emptyPage } from '../../../../shared/partial-page.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { DialogTitle } from '../../../components/dialog.tsx'
import { EmptyState, ErrorState } from '../../../components/states.tsx'
import { toast } from '../../../components/toast/toast-store.ts'
import { ApiError, isUnauthorized, reasonOf } from '../../../lib/api/api-error.ts'
import { sentFor, useSentFor } from '../../../lib/sent.ts'
import { useSummary } from '../api/get-summary.ts'
import { useCreation } from '../creation/creation-context.ts'
import { sourceOfSummary } from '../creation/failure-choices.ts'
import { FailurePanel } from '../creation/failure-panel.tsx'
import { StageLine } from '../creation/stage-line.tsx'
import { isDeleted } from '../deletion/deleted.ts'
import { hostOf, isUnfinished } from '../describe.ts'
import { useSummaryWatch } from '../watch/use-summary-watch.ts'
import { DetailView } from './detail-view.tsx'
import { DetailSkeleton } from './page-skeleton.tsx'
import { summaryOfPayload, withWritten } from './written.ts'

interface OpenedSummaryProps {
  id: string
  onLeave: () => void
}

interface PageProps {
  summary: Summary
  /** Null until the summary has loaded. */
  reload: (() => void) | null
  onLeave: () => void
}

/** A summary's page: finished, or as far as it is written. */
function Page({ summary, reload, onLeave }: PageProps) {
  const { follow, continueInBackground } = useCreation()
  const { id } = summary
  const isWriting = isUnfinished(summary)
  const watch = useSummaryWatch(isWriting ? id : null)
  const payload = useSentFor(id)
  const isLoaded = reload !== null
  useEffect(() => {
    if (isWriting && isLoaded) follow(id)
  }, [follow, id, isWriting, isLoaded])
  const progress = watch.progress ?? summary.progress
  // The server knows author, site and length once it has read the source.
  const isRead = progress?.stage === 'summarizing' || progress?.stage === 'checking'
  const lacksFacts = isWriting && isRead && summary.sourceInfo === null
  const reloadNow = useEffectEvent(() => reload?.())
  useEffect(() => {
    if (lacksFacts) reloadNow()
  }, [lacksFacts])
  if (!isWriting) return <DetailView summary={summary} onDeleted={onLeave} stages={null} />
  return (
    <DetailView
      summary={withWritten(summary, { progress, page: watch.page, payload })}
      onDeleted={onLeave}
      stages={
        <StageLine
          id={id}
          progress={progress}
          news={watch}
          isConnected={watch.connected}
          isReceived={summary.originalUrl === null}
          host={hostOf(summary.originalUrl)}
          onLeave={() => continueInBackground(id)}
        />
      }
    />
  )
}

/** The page between the request and the server's answer. */
export function SendingPage({ payload }: { payload: CreateSummaryPayload }) {
  const summary = summaryOfPayload('', payload)
  const { originalUrl } = summary
  return (
    <DetailView
      summary={withWritten(summary, { progress: null, page: emptyPage, payload })}
      onDeleted={() => undefined}
      stages={
        <StageLine
          id={null}
          progress={null}
          news={payload}
          isConnected
          isReceived={originalUrl === null}
          host={hostOf(originalUrl)}
          onLeave={() => undefined}
        />
      }
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
  const payload = useSentFor(id)
  const requested = payload === undefined || error !== null ? undefined : summaryOfPayload(id, payload)
  const summary = wasDeleted ? undefined : (data ?? requested)
  useEffect(() => {
    if (error === null || isUnauthorized(error) || isGone(error)) return
    toast({ title: 'Failed to load summary details', variant: 'destructive' })
  }, [error])

  if (summary !== undefined) {
    if (summary.status === 'failed') return <Failed summary={summary} onLeave={onLeave} />
    return <Page summary={summary} reload={data === undefined ? null : () => void refetch()} onLeave={onLeave} />
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
