import { LayoutGrid, List, Search, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { pageTitles } from '../../../../shared/page-metadata.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { formatCount } from '../../../../shared/text/format.ts'
import { Button, ButtonLink, IconButton } from '../../../components/button.tsx'
import { Input } from '../../../components/form/field.tsx'
import { EmptyState, QueryState } from '../../../components/states.tsx'
import { searchHint, searchKeys } from '../../../lib/page/input.ts'
import { useDocumentTitle } from '../../../lib/page/use-document-title.ts'
import { useHeld } from '../../../lib/page/use-held.ts'
import { hasFailed, hasNotFailed, useSummaryPages } from '../api/summaries.ts'
import { FailedAttempts } from '../failed-attempts.tsx'
import { ExampleCard, listTypeOptions, RowSkeletons, TypeFilter } from '../list-parts.tsx'
import { useRowKeys } from '../reveal.ts'
import { changeListView, type Layout, type ListView, parseListView } from './list-address.ts'
import { More } from './load-more.tsx'
import { LoadedList } from './loaded-list.tsx'
import { focusSearch, takeSearchFocus } from './search-request.ts'

const DEBOUNCE_MS = 250

interface SearchFieldProps {
  value: string
  /** Called a moment after the last key. */
  onChange: (value: string) => void
}

/** Search field. The / key and Ctrl+K move focus here from every screen; Escape clears it. */
function SearchField({ value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(value)

  // The URL also changes without typing: by Back, or by the button that shows all summaries.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(takeSearchFocus, [])

  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = next.trim()
      onChange(sent.current)
    }, DEBOUNCE_MS)
  }
  return (
    <div className="relative grow">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4 text-ink-soft"
      />
      <Input
        id="summary-search"
        type="search"
        aria-label="Search summaries"
        aria-keyshortcuts={searchKeys}
        placeholder="Search titles and summaries"
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          change('')
        }}
        className="px-10 [&::-webkit-search-cancel-button]:hidden"
      />
      {text === '' ? (
        <kbd
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-3 my-auto hidden h-5.5 items-center rounded-chip border border-line px-1.5 font-sans text-xs text-ink-soft md:pointer-fine:inline-flex"
        >
          {searchHint()}
        </kbd>
      ) : (
        <IconButton
          label="Clear the search"
          className="absolute inset-y-0 right-1 my-auto"
          onClick={() => {
            change('')
            focusSearch()
          }}
        >
          <X />
        </IconButton>
      )}
    </div>
  )
}

const layoutButtons = [
  { value: 'list', label: 'List', Icon: List },
  { value: 'grid', label: 'Grid', Icon: LayoutGrid },
] as const

function LayoutToggle({ layout, onChange }: { layout: Layout; onChange: (layout: Layout) => void }) {
  return (
    <fieldset className="ml-auto flex gap-1">
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
      <div className="max-w-150">
        <EmptyState
          title="No summaries yet"
          className="pt-8 pb-9"
          action={<ButtonLink href="/dashboard">Summarize something</ButtonLink>}
        >
          Everything you summarize stays here until you delete it.
        </EmptyState>
        <ExampleCard />
      </div>
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
      {view.q === '' ? 'Try another type.' : view.type === 'all' ? 'Try another word.' : 'Try another word or type.'}
    </EmptyState>
  )
}

/** The user's summaries, with search and filters, as a list or a grid. The URL contains the view. */
export default function SummariesPage() {
  useDocumentTitle(pageTitles.summaries)
  useRowKeys()
  const [search, setSearch] = useSearchParams()
  const view = parseListView(search)
  const change = (part: Partial<ListView>) => setSearch((current) => changeListView(current, part), { replace: true })
  const pages = useSummaryPages(view)
  const { error, isPlaceholderData, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages

  const { data: all } = pages
  // Rows of another search or type are new elements, even of the same summaries: those would move.
  const scope = useHeld(`${view.type} ${view.q}`, isPlaceholderData)
  const loaded = useMemo(() => all?.filter(hasNotFailed), [all])
  // An empty result of the previous search isn't shown for this one.
  const summaries = isPlaceholderData && loaded?.length === 0 ? undefined : loaded
  const isSearch = view.q !== ''
  const count = loaded?.length ?? 0
  const found =
    count === 1 ? '1 summary found' : `${formatCount(count)} ${hasNextPage ? 'or more ' : ''}summaries found`
  // If all loaded summaries were deleted, the next page may have more.
  const isEmpty = summaries?.length === 0 && !hasNextPage
  const isNew = isEmpty && !isSearch && view.type === 'all'

  return (
    <div className="wrap pt-9 pb-20 md:pt-12">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-[2rem] leading-tight md:text-[2.375rem]">Summaries</h1>
        {count === 0 && !isSearch && view.type === 'all' ? null : (
          <Link
            href={pagePaths.ask}
            className="relative touch-target text-sm text-ink-soft underline decoration-line-strong underline-offset-3 hover:text-ink"
          >
            Ask all your sources
          </Link>
        )}
      </div>
      {isNew ? null : (
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-4 print:*:hidden">
          <SearchField value={view.q} onChange={(q) => change({ q })} />
          <TypeFilter value={view.type} options={listTypeOptions} onChange={(type) => change({ type })} />
          <LayoutToggle layout={view.layout} onChange={(layout) => change({ layout })} />
        </div>
      )}
      <output className="sr-only">{isSearch && pages.isSuccess && !isPlaceholderData ? found : null}</output>
      <QueryState
        query={{ ...pages, data: summaries }}
        failed="Your summaries didn’t load"
        placeholder={
          <div className={view.layout === 'grid' ? 'pt-6' : undefined}>
            <RowSkeletons count={6} layout={view.layout === 'grid' ? 'card' : 'row'} />
          </div>
        }
      >
        {(shown) => (
          // A new element: that of the placeholder would count as a layout shift where the search field above it goes.
          <div key="summaries" className={isPlaceholderData ? 'opacity-60 transition-opacity duration-150' : undefined}>
            <FailedAttempts summaries={all?.filter(hasFailed) ?? []} />
            {isEmpty ? (
              <Nothing view={view} onReset={() => change({ q: '', type: 'all' })} />
            ) : (
              <LoadedList key={scope} summaries={shown} layout={view.layout} hasMore={hasNextPage} />
            )}
          </div>
        )}
      </QueryState>
      {isPlaceholderData || loaded === undefined ? null : (
        <More
          layout={view.layout}
          summaries={loaded}
          hasMore={hasNextPage}
          isLoading={isFetchingNextPage}
          error={isFetchNextPageError ? error : null}
          load={fetchNextPage}
        />
      )}
    </div>
  )
}
