import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { routes } from '../../../../shared/api/routes.ts'
import { content } from '../../../../shared/content.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { ButtonLink, PageSpinner } from '../../../components/button.tsx'
import { ErrorState } from '../../../components/states.tsx'
import { callApi, hasStatus, reasonOf } from '../../../lib/api/client.ts'
import { useDocumentTitle } from '../../../lib/page/use-document-title.ts'
import { ReadingPage } from './reading-page.tsx'

const Invitation = () => (
  <aside className="flex flex-wrap items-center justify-between gap-4 px-5 py-6 sm:px-14 print:hidden">
    <p className="text-sm text-ink-soft">
      Made with {content.productName}. Every line shows you where it comes from, so you can check it.
    </p>
    <ButtonLink look="plain" href={pagePaths.home}>
      Summarize something of your own
    </ButtonLink>
  </aside>
)

export default function SharedPage() {
  const { token } = useParams<{ token: string }>()
  const {
    data: summary,
    error,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: [routes.getSharedSummary.path, token],
    queryFn: ({ signal }) => callApi('getSharedSummary', { params: { token }, signal }),
  })
  const isGone = hasStatus(error, 404)
  useDocumentTitle(summary?.title ?? 'Shared summary')

  if (summary !== undefined) {
    return (
      <ReadingPage name="Shared summary" summary={summary} source={{ token }}>
        <Invitation />
      </ReadingPage>
    )
  }
  if (error === null) return <PageSpinner />
  if (isGone) {
    return (
      <div className="wrap grid min-h-[calc(100dvh-8rem)] content-center justify-items-start py-16">
        <h1 className="text-[2.25rem] leading-[1.05] sm:text-[3.25rem]">This link doesn’t work anymore</h1>
        <p className="mt-6 text-lg text-ink-soft">Its owner may have stopped sharing the summary.</p>
        <ButtonLink className="mt-8" href={pagePaths.home}>
          Go to {content.productName}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="wrap">
      <h1 className="sr-only">Shared summary</h1>
      <ErrorState title="This summary didn’t load" onRetry={() => void refetch()} retrying={isFetching}>
        {reasonOf(error)}
      </ErrorState>
    </div>
  )
}
