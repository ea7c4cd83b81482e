import { BookOpenText } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { SummaryContent } from '../../../../shared/summary/summary.ts'
import { IconButton } from '../../../components/button.tsx'
import { VisitorShortcuts } from '../../../components/overlay/shortcuts-dialog.tsx'
import { SourceContext } from '../../../components/reading-context.ts'
import { useAuth } from '../../../lib/auth/auth-context.tsx'
import { cn } from '../../../lib/cn.ts'
import { isBelowDialog, useWindowEvent } from '../../../lib/page/input.ts'
import type { SourceRef } from '../api/source.ts'
import { pageDirection } from '../describe.ts'
import { SummaryArticle } from '../detail/detail-view.tsx'
import { SourcePane } from '../detail/source-pane.tsx'
import { handlePageKey, useSource } from '../detail/use-source.ts'

interface ReadingPageProps {
  name: string
  summary: SummaryContent
  source: SourceRef
  /** Whether the source is beside the summary from the beginning. */
  beginsOpen?: boolean
  above?: ReactNode
  children?: ReactNode
}

/** Page of a summary that anyone can read, with its source beside it where there is one. */
export function ReadingPage({ name, summary, source: sourceRef, beginsOpen, above, children }: ReadingPageProps) {
  const { user } = useAuth()
  const page = useRef<HTMLElement>(null)
  const source = useSource(summary, page, { beginsOpen })
  const isOpen = source !== null && source.isOpen
  useWindowEvent('keydown', (event) => {
    if (page.current === null || isBelowDialog()) return
    if (event.key === 'Escape' && isOpen && !event.defaultPrevented) source.close()
    handlePageKey(event, page.current, source)
  })
  return (
    <div
      dir={pageDirection(summary)}
      className={cn('mx-auto w-full max-w-[44.5rem] sm:py-10', isOpen && 'wide:max-w-[80rem]')}
    >
      <h1 className="sr-only">{name}</h1>
      {above}
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
                aria-keyshortcuts="s"
                onClick={source.toggle}
                className="absolute end-3 top-3 print:hidden"
              >
                <BookOpenText />
              </IconButton>
            )}
            <SummaryArticle summary={summary} renderTitle={({ children, ...rest }) => <h2 {...rest}>{children}</h2>} />
          </article>
          {isOpen ? (
            <SourcePane
              summary={summary}
              source={sourceRef}
              shown={source.shown}
              onClose={source.close}
              className="max-wide:z-40 wide:top-16 wide:h-[calc(100dvh-4rem)] wide:rounded-e-card"
            />
          ) : null}
        </div>
      </SourceContext>
      {children}
      {user === null ? <VisitorShortcuts /> : null}
    </div>
  )
}
