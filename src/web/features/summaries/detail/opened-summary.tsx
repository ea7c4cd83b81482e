import { useEffect, useEffectEvent, useState } from 'react'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import { isVideoUrl } from '../../../../shared/source-url.ts'
import type { Citation } from '../../../../shared/summary/citation.ts'
import type { PartialPage } from '../../../../shared/summary/partial-page.ts'
import type { Progress, Summary } from '../../../../shared/summary/summary.ts'
import type { PagePart, SummaryPage } from '../../../../shared/summary/summary-page.ts'
import { sourceLanguage } from '../../../../shared/text/languages.ts'
import { Button } from '../../../components/button.tsx'
import { DialogTitle } from '../../../components/overlay/dialog.tsx'
import { EmptyState, ErrorState, LoadFailure } from '../../../components/states.tsx'
import { toast } from '../../../components/toast.tsx'
import { hasStatus, isUnauthorized, reasonOf } from '../../../lib/api/client.ts'
import { isUnreachable } from '../../../lib/kept.ts'
import { isOnline } from '../../../lib/page/use-online.ts'
import { removeFromDraft, sentFor, useSentFor } from '../../../lib/stores/drafts.ts'
import { isDeleted, keepSummary, useSummary } from '../api/summaries.ts'
import { useCreation } from '../creation/creation-state.ts'
import { sourceOfSummary } from '../creation/failure-choices.ts'
import { FailurePanel } from '../creation/failure-panel.tsx'
import { StageLine } from '../creation/stage-line.tsx'
import { failedName, isUnfinished, titleOf } from '../describe.ts'
import { useSummaryWatch } from '../watch/summary-watch.ts'
import { initialWatch, type Watch } from '../watch/watch.ts'
import { DetailView } from './detail-view.tsx'
import { DetailSkeleton } from './page-skeleton.tsx'
import { useWrittenCitations } from './use-written-citations.ts'

const blank: Summary = {
  id: '',
  userId: '',
  title: '',
  sourceTitle: null,
  titleSource: 'source',
  originalUrl: null,
  contentType: 'document',
  summary: '',
  basicSummary: '',
  advancedSummary: null,
  keyTakeaways: [],
  notableQuotes: [],
  thumbnailUrl: null,
  createdAt: '',
  updatedAt: '',
  isProContent: false,
  previewMessage: null,
  status: 'queued',
  failureMessage: null,
  failureCode: null,
  progress: null,
  engine: null,
  language: null,
  author: null,
  site: null,
  publishedAt: null,
  sourceInfo: null,
  coverage: null,
  page: null,
  cached: false,
  hasSource: false,
}

/** A requested summary until the server has answered. */
function summaryOfPayload(id: string, { url, content, title, focus }: CreateSummaryPayload): Summary {
  const own = { ...blank, id, ...(focus ? { focus } : {}) }
  if (url === undefined) return { ...own, title: title || (content === undefined ? 'Your file' : 'Your text') }
  const address = URL.parse(url)
  const contentType = address !== null && isVideoUrl(address) ? 'youtube' : 'article'
  return { ...own, title: url, originalUrl: url, contentType }
}

/** A page that is being written, with the citations of its takeaways that are known; others are yet to come. */
function pageSoFar(page: PartialPage, known: readonly Citation[][]): SummaryPage {
  const citations: Citation[] = []
  const partsOf = (parts: PartialPage['parts']): PagePart[] =>
    parts.map((part) => ({ ...part, lines: part.lines.map((cells) => ({ cells, citations })) }))
  return {
    ...page,
    gist: { text: page.gist, citations },
    keyParts: partsOf(page.keyParts),
    takeaways: page.takeaways.map((takeaway, index) => ({ ...takeaway, citations: known[index] ?? citations })),
    summary: page.summary.map((text) => ({ text, citations })),
    parts: partsOf(page.parts),
    quotes: page.quotes.map((quote) => ({ ...quote, citations })),
    notices: [],
    check: 'rules',
  }
}

interface Written {
  progress: Progress | null
  page: PartialPage
  /** The citations of each takeaway. */
  citations: readonly Citation[][]
  /** The request, if this tab sent it. */
  payload: CreateSummaryPayload | undefined
}

/** A summary in progress with its page so far. */
function withWritten(summary: Summary, { progress, page, citations, payload }: Written): Summary {
  const { sourceInfo } = summary
  const words = progress?.words ?? 0
  const language = payload?.language === sourceLanguage ? undefined : payload?.language
  return {
    ...summary,
    title: payload?.title || (sourceInfo === null && progress?.title) || titleOf(summary),
    language: language ?? summary.language,
    coverage: { words, wordsRead: words, sections: 0, sectionsRead: 0 },
    page: pageSoFar(page, citations),
  }
}

interface WritingPageProps {
  /** Null until the server has accepted the request. */
  id: string | null
  summary: Summary
  watch: Watch
  payload: CreateSummaryPayload | undefined
  onLeave: () => void
}

/** A summary's page as far as it is written, with its stages. */
function WritingPage({ id, summary, watch, payload, onLeave }: WritingPageProps) {
  const progress = watch.progress ?? summary.progress
  const { connected, page } = watch
  const citations = useWrittenCitations(summary, page)
  return (
    <DetailView
      summary={withWritten(summary, { progress, page, citations, payload })}
      onDeleted={onLeave}
      stages={
        <StageLine {...{ id, progress, onLeave }} news={watch} isConnected={connected} url={summary.originalUrl} />
      }
    />
  )
}

/** The page between the request and the server's answer. */
export function SendingPage({ payload }: { payload: CreateSummaryPayload }) {
  const summary = summaryOfPayload('', payload)
  return <WritingPage id={null} summary={summary} watch={initialWatch} payload={payload} onLeave={() => undefined} />
}

interface PageProps {
  summary: Summary
  /** Null until the summary has loaded. */
  reload: (() => void) | null
  onLeave: () => void
}

function Page({ summary, reload, onLeave }: PageProps) {
  const { follow } = useCreation()
  const { id } = summary
  const isWriting = isUnfinished(summary)
  const watch = useSummaryWatch(isWriting ? id : null)
  const payload = useSentFor(id)
  const isLoaded = reload !== null
  useEffect(() => {
    if (isWriting && isLoaded) follow(id)
  }, [follow, id, isWriting, isLoaded])
  const stage = (watch.progress ?? summary.progress)?.stage
  // The server knows author, site and length, and has the text, once it has read the source.
  const isRead = stage === 'summarizing' || stage === 'checking'
  const lacksFacts = isWriting && isRead && (summary.sourceInfo === null || !summary.hasSource)
  const reloadNow = useEffectEvent(() => reload?.())
  // A summary that is loaded only afterwards may still be from before the source was read.
  useEffect(() => {
    if (lacksFacts && isLoaded) reloadNow()
  }, [lacksFacts, isLoaded])
  if (!isWriting) return <DetailView summary={summary} onDeleted={onLeave} stages={null} />
  const leave = () => {
    removeFromDraft(payload)
    onLeave()
  }
  return <WritingPage id={id} summary={summary} watch={watch} payload={payload} onLeave={leave} />
}

/** Whether a summary does not exist, which the dialog shows without a toast. */
const isGone = (error: Error | null): boolean => hasStatus(error, 404)

export function OpenedSummary({ id, onLeave }: { id: string; onLeave: () => void }) {
  // One that is deleted here, and is about to be closed, stays as it is for as long as that takes.
  const [wasDeleted] = useState(() => isDeleted(id))
  const { data, error, refetch, isFetching } = useSummary(id, !wasDeleted)
  const payload = useSentFor(id)
  const requested = payload === undefined || error !== null ? undefined : summaryOfPayload(id, payload)
  const summary = wasDeleted ? undefined : (data ?? requested)
  useEffect(() => {
    if (data?.status === 'ready') void keepSummary(data)
  }, [data])
  const isOffline = isUnreachable(error) && !isOnline()
  useEffect(() => {
    if (error === null || isUnauthorized(error) || isGone(error) || isOffline) return
    toast({ title: 'Failed to load summary details', variant: 'destructive' })
  }, [error, isOffline])

  if (summary !== undefined) {
    if (summary.status === 'failed') {
      return (
        <FailurePanel
          id={id}
          name={failedName(summary)}
          message={summary.failureMessage ?? 'Something went wrong on our side.'}
          code={summary.failureCode}
          source={sourceOfSummary(summary, sentFor(id))}
        />
      )
    }
    return <Page summary={summary} reload={data === undefined ? null : () => void refetch()} onLeave={onLeave} />
  }
  if (error === null && !wasDeleted) return <DetailSkeleton />
  const gone = wasDeleted || isGone(error)
  return (
    <div className="px-6 py-8 sm:px-11">
      <DialogTitle className="sr-only">Summary</DialogTitle>
      {isOffline ? (
        <LoadFailure />
      ) : gone ? (
        <EmptyState
          title="This summary is no longer there"
          className="py-0"
          action={
            <Button look="plain" onClick={onLeave}>
              Back to summaries
            </Button>
          }
        >
          It may have been deleted.
        </EmptyState>
      ) : (
        <ErrorState
          title="Failed to load summary details"
          className="py-0"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {reasonOf(error)}
        </ErrorState>
      )}
    </div>
  )
}
