import { useQuery } from '@tanstack/react-query'
import { BookOpenText } from 'lucide-react'
import { useRef } from 'react'
import { Link, useParams } from 'wouter'
import { sharingCalls } from '../../../../shared/api/sharing-calls.ts'
import { content } from '../../../../shared/content.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import type { SummaryContent } from '../../../../shared/summary.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { SourceContext } from '../../../components/source-context.ts'
import { PageSpinner } from '../../../components/spinner.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'
import { cn } from '../../../lib/cn.ts'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { pageDirection } from '../describe.ts'
import { SummaryArticle } from '../detail/detail-view.tsx'
import { SourcePane } from '../detail/source-pane.tsx'
import { useSource } from '../detail/use-source.ts'

function useSharedSummary(token: string) {
  return useQuery({
    queryKey: [sharingCalls.getSharedSummary.path, token],
    queryFn: ({ signal }) => callApi(sharingCalls.getSharedSummary, { params: { token }, signal }),
  })
}

/** Invitation for visitors below a shared summary. */
function Invitation() {
  return (
    <aside className="flex flex-wrap items-center justify-between gap-4 px-5 py-6 sm:px-14">
      <p className="text-sm text-ink-soft">
        Made with {content.productName}. Every line shows you where it comes from, so you can check it.
      </p>
      <Button asChild look="plain">
        <Link href={pagePaths.home}>Summarize something of your own</Link>
      </Button>
    </aside>
  )
}

/** The page of a shared summary, with its source beside it where that is shared. */
function SharedSummary({ summary, token }: { summary: SummaryContent; token: string }) {
  const page = useRef<HTMLElement>(null)
  const source = useSource(summary, page)
  const isOpen = source !== null && source.isOpen
  const dir = pageDirection(summary)
  return (
    <div dir={dir} className={cn('mx-auto w-full max-w-[44.5rem] sm:py-10', isOpen && 'wide:max-w-[80rem]')}>
      <h1 className="sr-only">Shared summary</h1>
      <SourceContext value={source}>
        <div
          className={cn(
            'bg-raised sm:rounded-card',
            isOpen && 'max-wide:pb-[min(22rem,50dvh)] wide:grid wide:grid-cols-[44.5rem_minmax(0,1fr)]',
          )}
        >
          <article ref={page} className="relative px-5 pt-6 pb-8 sm:px-14 sm:pt-8">
            {source === null ? null : (
              <IconButton
                label="Source"
                aria-pressed={source.isOpen}
                onClick={source.toggle}
                className="absolute end-3 top-3 print:hidden"
              >
                <BookOpenText />
              </IconButton>
            )}
            <SummaryArticle summary={summary} Title="h2" />
          </article>
          {isOpen ? (
            <SourcePane
              summary={summary}
              token={token}
              shown={source.shown}
              onClose={source.close}
              className="max-wide:z-40 wide:top-16 wide:h-[calc(100dvh-4rem)] wide:rounded-e-card"
            />
          ) : null}
        </div>
      </SourceContext>
      <Invitation />
    </div>
  )
}

/** A summary that its owner shares by a link, for anyone to read. */
export default function SharedPage() {
  const { token } = useParams<{ token: string }>()
  const { data: summary, error, refetch, isFetching } = useSharedSummary(token)
  const isGone = error instanceof ApiError && error.status === 404
  useDocumentTitle(summary?.title ?? 'Shared summary')

  if (summary !== undefined) return <SharedSummary summary={summary} token={token} />
  if (error === null) return <PageSpinner />
  if (isGone) {
    return (
      <div className="wrap py-16">
        <h1 className="text-[2.25rem] leading-tight">This link doesn’t work anymore</h1>
        <p className="mt-4 text-lg text-ink-soft">Its owner may have stopped sharing the summary.</p>
        <Button asChild className="mt-8">
          <Link href={pagePaths.home}>Go to {content.productName}</Link>
        </Button>
      </div>
    )
  }
  return (
    <div className="wrap">
      <h1 className="sr-only">Shared summary</h1>
      <ErrorState title="This summary couldn’t be loaded" onRetry={() => void refetch()} retrying={isFetching}>
        {reasonOf(error)}
      </ErrorState>
    </div>
  )
}
