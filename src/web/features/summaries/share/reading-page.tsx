import { type ReactNode, useRef } from 'react'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import { VisitorShortcuts } from '../../../components/overlay/shortcuts-dialog.tsx'
import { SourceContext } from '../../../components/reading-context.ts'
import { useAuth } from '../../../lib/auth/auth-context.tsx'
import { cn } from '../../../lib/cn.ts'
import { isBelowDialog, useWindowEvent } from '../../../lib/page/input.ts'
import type { SourceRef } from '../api/source.ts'
import { pageDirection, timesOf } from '../describe.ts'
import { SummaryArticle } from '../detail/detail-view.tsx'
import { SourcePane, sourceColumn } from '../detail/source-pane.tsx'
import { SourceSwitch } from '../detail/source-switch.tsx'
import { handlePageKey, useSource } from '../detail/use-source.ts'

interface ReadingPageProps {
  name: string
  summary: SummaryContent
  source: SourceRef
  above?: ReactNode
  children?: ReactNode
}

/** Page of a summary that anyone can read, with its source beside it where there is one. */
export function ReadingPage({ name, summary, source: sourceRef, above, children }: ReadingPageProps) {
  const { user } = useAuth()
  const page = useRef<HTMLDivElement>(null)
  const source = useSource(summary, page)
  const isOpen = source !== null && source.isOpen
  const times = timesOf(summary)
  useWindowEvent('keydown', (event) => {
    if (page.current === null || isBelowDialog()) return
    if (event.key === 'Escape' && !event.defaultPrevented) source?.dismiss?.()
    handlePageKey(event, page.current, source)
  })
  return (
    <div
      ref={page}
      className={cn(
        'mx-auto w-full max-w-[44.5rem] [--pad:3.5rem] sm:py-10 print:max-w-none print:py-0',
        isOpen && 'wide:max-w-[79.5rem] wide:max-[79.5rem]:[--pad:2rem]',
      )}
    >
      <h1 className="sr-only">{name}</h1>
      {above}
      <SourceContext value={source}>
        <div
          className={cn(
            'bg-raised sm:rounded-card',
            isOpen &&
              'max-wide:pb-[min(22rem,50dvh)] print:pb-0! wide:grid wide:grid-cols-[minmax(0,44.5rem)_minmax(27.5rem,1fr)]',
          )}
        >
          {source === null && times === null ? null : (
            <div className="col-span-full flex h-14 items-center justify-between gap-1 border-b border-line px-5 sm:gap-3 sm:ps-(--pad) sm:pe-4 print:hidden">
              <p className="line-clamp-2 min-w-0 text-[0.8125rem]/5 text-balance text-ink-soft">{times}</p>
              {source === null ? null : <SourceSwitch source={source} />}
            </div>
          )}
          <article dir={pageDirection(summary)} className="relative px-5 pt-6 pb-8 sm:px-(--pad) sm:pt-8 print:p-0!">
            <SummaryArticle summary={summary} renderTitle={({ children, ...rest }) => <h2 {...rest}>{children}</h2>} />
          </article>
          {isOpen ? (
            <div className={sourceColumn}>
              <SourcePane
                summary={summary}
                source={sourceRef}
                control={source}
                className="max-wide:z-40 max-wide:[--sheet-top:4rem] wide:top-16 wide:h-[calc(100dvh-4rem)] wide:rounded-ee-card"
              />
            </div>
          ) : null}
        </div>
      </SourceContext>
      {children}
      {user === null ? <VisitorShortcuts /> : null}
    </div>
  )
}
