import { LayoutGrid, List } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'wouter'
import { pageTitles } from '../../../../shared/page-titles.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { EmptyState, ErrorState } from '../../../components/states.tsx'
import { useSessionLoss } from '../../../components/use-session-loss.ts'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { useSummaryPages } from '../api/list-summaries.ts'
import { TypeFilter } from '../list-filter.tsx'
import { RowSkeletons } from '../list-states.tsx'
import { SummaryRow } from '../summary-row.tsx'
import { changeListView, type Layout, type ListView, parseListView } from './list-address.ts'
import { SearchField } from './search-field.tsx'

const layoutButtons = [
  { value: 'list', label: 'List', Icon: List },
  { value: 'grid', label: 'Grid', Icon: LayoutGrid },
] as const

function LayoutToggle({ layout, onChange }: { layout: Layout; onChange: (layout: Layout) => void }) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Layout</legend>
      {layoutButtons.map(({ value, label, Icon }) => (
        <IconButton key={value} label={label} aria-pressed={layout === value} onClick={() => onChange(value)}>
          <Icon />
        </IconButton>
      ))}
    </fieldset>
  )
}

function Nothing({ view, onReset }: { view: ListView; onReset: () => void }) {
  if (view.q === '' && view.type === 'all') {
    return (
      <EmptyState
        title="No summaries yet"
        action={
          <Button asChild>
            <Link href="/dashboard">Summarize something</Link>
          </Button>
        }
      >
        Everything you summarize is kept here until you delete it.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={view.q === '' ? 'No summaries of this type' : `Nothing found for “${view.q}”`}
      action={
        <Button look="plain" onClick={onReset}>
          Show all summaries
        </Button>
      }
    >
      Try another word or type.
    </EmptyState>
  )
}

function Summaries({ summaries, layout }: { summaries: readonly Summary[]; layout: Layout }) {
  const grid = layout === 'grid'
  return (
    <ul className={grid ? 'grid grid-cols-1 gap-4 pt-6 sm:grid-cols-2 lg:grid-cols-3' : undefined}>
      {summaries.map((summary) => (
        <li key={summary.id}>
          <SummaryRow summary={summary} layout={grid ? 'card' : 'row'} heading="h2" />
        </li>
      ))}
    </ul>
  )
}

/** Everything a person has had summarized: searched, narrowed, as a list or a grid. The view stands in the address. */
export function SummariesPage() {
  useDocumentTitle(pageTitles.summaries)
  const [search, setSearch] = useSearchParams()
  const view = parseListView(search)
  const change = (part: Partial<ListView>) => setSearch((current) => changeListView(current, part), { replace: true })
  const pages = useSummaryPages(view.q, view.type)
  const { error } = pages
  const onSessionLoss = useSessionLoss()
  useEffect(() => {
    if (error !== null) onSessionLoss(error)
  }, [error, onSessionLoss])

  const loaded = pages.data?.pages.flatMap((page) => page.summaries)
  // An empty answer to the question before says nothing about this one.
  const summaries = pages.isPlaceholderData && loaded?.length === 0 ? undefined : loaded
  return (
    <div className="wrap pt-9 pb-20 md:pt-12">
      <h1 className="text-[2rem] leading-tight md:text-[2.375rem]">Summaries</h1>
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-4">
        <SearchField value={view.q} onChange={(q) => change({ q })} />
        <TypeFilter value={view.type} onChange={(type) => change({ type })} />
        <LayoutToggle layout={view.layout} onChange={(layout) => change({ layout })} />
      </div>
      {summaries === undefined && error !== null ? (
        <ErrorState
          title="Your summaries did not load"
          onRetry={() => void pages.refetch()}
          retrying={pages.isFetching}
        >
          {reasonOf(error, 'Please try again in a moment.')}
        </ErrorState>
      ) : null}
      {summaries === undefined && error === null ? (
        <div className={view.layout === 'grid' ? 'pt-6' : undefined}>
          <RowSkeletons count={6} layout={view.layout === 'grid' ? 'card' : 'row'} />
        </div>
      ) : null}
      {summaries === undefined ? null : (
        <div className={pages.isPlaceholderData ? 'opacity-60 transition-opacity duration-150' : undefined}>
          {summaries.length === 0 ? (
            <Nothing view={view} onReset={() => change({ q: '', type: 'all' })} />
          ) : (
            <Summaries summaries={summaries} layout={view.layout} />
          )}
        </div>
      )}
      {pages.hasNextPage ? (
        <div className="mt-8 text-center">
          <Button look="plain" pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Load more
          </Button>
        </div>
      ) : null}
    </div>
  )
}
