import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { RECENT_LOADED } from '../../../../shared/api/routes.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { inOneLine } from '../../../../shared/text/format.ts'
import { Button } from '../../../components/button.tsx'
import { EmptyState, QueryState, SkeletonText } from '../../../components/states.tsx'
import { useHeld } from '../../../lib/page/use-held.ts'
import { removeWaiting, useStarted, useWaiting } from '../../../lib/stores/drafts.ts'
import { hasFailed, hasNotFailed, setRecentType, useRecentSummaries, useRecentType } from '../api/summaries.ts'
import { nameOfUrl, siteBeside } from '../describe.ts'
import { FailedAttempts } from '../failed-attempts.tsx'
import { ExampleCard, RowSkeletons, recentTypeOptions, TypeFilter } from '../list-parts.tsx'
import { useOpenSummary } from '../open-summary.ts'
import { useRowKeys } from '../reveal.ts'
import { SummaryRow } from '../summary-row.tsx'

interface ListProps {
  summaries: readonly Summary[]
  type: string
}

interface WaitingRowProps {
  item: ReturnType<typeof useWaiting>[number]
  /** Whether the user has just submitted it. */
  isNew: boolean
}

/** A request that starts once the browser is back online. A new one scrolls into view, above the notice at the foot. */
function WaitingRow({ item: { id, payload }, isNew }: WaitingRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const { url, content = '', title } = payload
  const name = title || (url === undefined ? inOneLine(content) : nameOfUrl(url))
  const site = siteBeside(name, { site: null, originalUrl: url ?? null })
  useEffect(() => {
    if (isNew) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  return (
    // As high as the row of its summary, which takes its place.
    <div ref={row} className="flex min-h-60.25 items-start gap-4 border-b border-line py-5 sm:min-h-35">
      <div className="flex min-w-0 flex-1 flex-col self-stretch">
        <p
          dir="auto"
          className="line-clamp-3 font-serif text-[1.21875rem] leading-[1.25] font-medium wrap-anywhere [word-spacing:var(--title-space)]"
        >
          {name}
        </p>
        <p className="pt-1 text-sm">Starts when you’re back online.</p>
        {site === null ? null : <p className="mt-1.5 text-[0.8125rem]/5 text-ink-soft">{site}</p>}
        {/* As much of a placeholder as the row has room for. */}
        <div className="mt-3 min-h-0 flex-[1_1_0px] overflow-hidden sm:hidden">
          <SkeletonText lines={4} className="space-y-2 *:animate-none" />
        </div>
      </div>
      <Button look="text" className="-me-2 -mt-2" aria-label={`Remove ${name}`} onClick={() => removeWaiting(id)}>
        Remove
      </Button>
    </div>
  )
}

/** The requests that have no row below yet. */
function WaitingRows({ summaries }: { summaries: readonly Summary[] | undefined }) {
  const items = useWaiting()
  const started = useStarted()
  const [atFirst] = useState(items)
  const waiting = items.filter((item) => summaries?.some(({ id }) => id === started.get(item.id)) !== true)
  return waiting.map((item) => <WaitingRow key={item.id} item={item} isNew={!atFirst.includes(item)} />)
}

function Rows({ summaries, type }: ListProps) {
  const shown = summaries.filter(hasNotFailed)
  // A full page of failures may have other summaries before it.
  if (shown.length === 0 && summaries.length >= RECENT_LOADED) return null
  if (shown.length > 0)
    return shown.map((summary) => <SummaryRow key={summary.id} summary={summary} context="dashboard" />)
  return (
    // As high as the placeholder, so that the sections below don't move. On phones they are below the window.
    <div className="sm:max-lg:min-h-[22.3rem]">
      <EmptyState title="No summaries yet" className={type === 'all' ? 'pt-8 pb-7' : undefined}>
        {type === 'all'
          ? 'Paste a link, some text, or a file above. Your summaries live here, each line linked to its source.'
          : 'Nothing of this type yet. Choose All Types to see everything.'}
      </EmptyState>
      {type === 'all' ? <ExampleCard /> : null}
    </div>
  )
}

/** The newest summaries. Doesn't change while a summary is open over it, so that nothing moves behind the dialog. */
function List({ summaries: newest, type }: ListProps) {
  const { openId } = useOpenSummary()
  const [summaries, setSummaries] = useState(newest)
  if (openId === null && summaries !== newest) setSummaries(newest)
  return (
    <>
      <FailedAttempts summaries={summaries.filter(hasFailed)} />
      <Rows summaries={summaries} type={type} />
    </>
  )
}

export function RecentSummaries() {
  useRowKeys()
  const type = useRecentType()
  useEffect(() => () => setRecentType('all'), [])
  const query = useRecentSummaries(type)
  // Rows of another type are new elements, even of the same summaries: those would move.
  const scope = useHeld(type, query.isPlaceholderData)
  return (
    <section aria-labelledby="recent-heading">
      <div className="flex items-baseline gap-3 border-b border-line pb-2.5 xs:gap-4">
        <h2
          id="recent-heading"
          className="mr-auto text-[1.1875rem] leading-tight min-[22rem]:whitespace-nowrap xs:text-[1.3125rem] sm:text-[1.5625rem]"
        >
          Recent Summaries
        </h2>
        <TypeFilter value={type} options={recentTypeOptions} onChange={setRecentType} />
        <Link
          href="/summaries"
          className="relative touch-target text-sm whitespace-nowrap text-ink-soft no-underline transition-colors duration-150 hover:text-ink"
        >
          View All
        </Link>
      </div>
      <div className={query.isPlaceholderData ? 'opacity-60 transition-opacity duration-150' : undefined}>
        <WaitingRows summaries={query.data} />
        <QueryState query={query} failed="Your summaries didn’t load" placeholder={<RowSkeletons count={3} />}>
          {(summaries) => <List key={scope} summaries={summaries} type={type} />}
        </QueryState>
      </div>
    </section>
  )
}
