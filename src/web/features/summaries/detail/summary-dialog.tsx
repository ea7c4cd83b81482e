import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { pagePaths } from '../../../../shared/paths.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { sendFocus } from '../../../components/next-focus.ts'
import { SourceContext } from '../../../components/source-context.ts'
import { cn } from '../../../lib/cn.ts'
import { useOverlayTitle } from '../../../lib/use-document-title.ts'
import { summaryQuery } from '../api/get-summary.ts'
import { useCreation } from '../creation/creation-context.ts'
import { sourceOfPayload } from '../creation/failure-choices.ts'
import { FailurePanel } from '../creation/failure-panel.tsx'
import { ProgressPanel, SendingPanel } from '../creation/progress-panel.tsx'
import { pageDirection } from '../describe.ts'
import { useOpenSummary } from '../open-summary.ts'
import { focusSummary } from '../reveal.ts'
import { CitationKeys, shortcutButton } from './citation-keys.tsx'
import { DialogBar } from './dialog-bar.tsx'
import { OpenedSummary } from './opened-summary.tsx'
import { RepeatNote } from './repeat-note.tsx'
import { type Shown, sourceName } from './shown.ts'
import { SourcePane } from './source-pane.tsx'
import { useNeighbors } from './use-neighbors.ts'
import { useSource } from './use-source.ts'

interface DialogBodyProps {
  shown: Shown
  onLeave: () => void
}

function DialogBody({ shown, onLeave }: DialogBodyProps) {
  const { continueInBackground } = useCreation()
  switch (shown.kind) {
    case 'sending':
      return <SendingPanel name={sourceName(shown.payload)} isReceived={shown.payload.url === undefined} />
    case 'running':
      return (
        <ProgressPanel
          id={shown.id}
          name={sourceName(shown.payload)}
          isReceived={shown.payload.url === undefined}
          since={shown.since}
          onLeave={() => continueInBackground(shown.id)}
        />
      )
    case 'failed':
      return (
        <FailurePanel
          id={shown.id}
          name={sourceName(shown.payload)}
          message={shown.message}
          code={shown.code}
          source={sourceOfPayload(shown.payload)}
          onLeave={onLeave}
        />
      )
    case 'opened':
      return (
        <>
          <RepeatNote id={shown.id} />
          <OpenedSummary key={shown.id} id={shown.id} onLeave={onLeave} />
        </>
      )
  }
}

/** The opened summary, as far as it is loaded. */
function useLoadedSummary(id: string | null): Summary | null {
  const { data } = useQuery({ ...summaryQuery(id ?? ''), enabled: id !== null })
  return id === null ? null : (data ?? null)
}

/** A page that is turned begins at its top, and the keyboard stays in it. */
function useTurnedPage(id: string | null) {
  const page = useRef<HTMLDivElement>(null)
  const turned = useRef(id)
  useEffect(() => {
    const isOther = id !== null && turned.current !== null && turned.current !== id
    turned.current = id
    if (!isOther) return
    const dialog = page.current?.closest<HTMLElement>('[role=dialog]')
    dialog?.parentElement?.scrollTo(0, 0)
    if (document.activeElement === document.body) dialog?.focus({ preventScroll: true })
  }, [id])
  return page
}

interface SummaryDialogProps {
  open: boolean
  /** Null while it is closed. */
  shown: Shown | null
}

/** The one dialog in which a summary is made and read. */
export default function SummaryDialog({ open, shown }: SummaryDialogProps) {
  const { continueInBackground } = useCreation()
  const { close, addressedId } = useOpenSummary()
  const neighbors = useNeighbors()
  // While the dialog leaves the screen it keeps showing what it showed.
  const [visible, setVisible] = useState(shown)
  if (shown !== null && shown !== visible) setVisible(shown)
  const openedId = visible?.kind === 'opened' ? visible.id : null
  const summary = useLoadedSummary(openedId)
  // A page to read is wider than a panel that reports.
  const isPage = openedId !== null && (summary === null || summary.status === 'ready')
  useOverlayTitle(summary !== null && summary.id === addressedId ? summary.title : null)
  const page = useTurnedPage(openedId)
  const source = useSource(isPage ? summary : null, page, { isDialogOpen: open })
  const isSplit = source !== null && source.isOpen
  const firstId = useRef<string | null>(null)
  useEffect(() => {
    if (!open) firstId.current = null
    else if (firstId.current === null) firstId.current = openedId
  }, [open, openedId])

  const leave = () => {
    if (shown?.kind === 'running') continueInBackground(shown.id)
    else if (shown !== null && shown.kind !== 'sending') close()
    // Focus follows to the row of the summary that the user read last. On the dashboard it returns to where it came from
    // unless a page was turned: a summary that was just created opens there too.
    const hasRow = location.pathname !== pagePaths.dashboard || firstId.current !== openedId
    if (openedId !== null && neighbors !== null && hasRow) sendFocus(() => focusSummary(openedId))
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) leave()
      }}
      onOpenAutoFocus={(event) => {
        // The page is there to be read: focus goes to the page, not to the first of its many links.
        event.preventDefault()
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
      }}
      onKeyDown={(event) => {
        // Keys in a dialog or a menu that was opened from here bubble through React as well.
        const { currentTarget, target } = event
        const isInside = target instanceof Node && currentTarget.contains(target)
        const button = isInside ? shortcutButton(event.nativeEvent, currentTarget) : null
        if (button === null) return
        event.preventDefault()
        button.click()
      }}
      onEscape={isSplit ? source.close : undefined}
      className={cn(
        isPage ? 'w-[min(100%,44.5rem)]' : 'w-[min(100%,37.5rem)]',
        isSplit && 'wide:w-[min(100%,80rem)] print:w-full',
      )}
    >
      {visible === null ? null : (
        <div ref={page}>
          {visible.kind === 'sending' ? null : (
            <DialogBar
              // A summary that was just started is watched, not read among others.
              neighbors={visible.kind === 'opened' ? neighbors : null}
              summary={isPage ? summary : null}
              source={source}
            />
          )}
          <SourceContext value={source}>
            <div
              dir={isSplit && summary !== null ? pageDirection(summary) : undefined}
              className={cn(
                isSplit &&
                  'max-wide:pb-[min(22rem,50dvh)] wide:grid wide:grid-cols-[44.5rem_minmax(0,1fr)] print:block',
              )}
            >
              <div dir="ltr" className="flex flex-col">
                <DialogBody shown={visible} onLeave={close} />
              </div>
              {isSplit && summary !== null ? (
                <SourcePane
                  key={summary.id}
                  summary={summary}
                  source={{ summaryId: summary.id }}
                  shown={source.shown}
                  onClose={source.close}
                  className="max-wide:z-20 wide:-top-8 wide:h-dvh wide:rounded-e-card"
                />
              ) : null}
            </div>
          </SourceContext>
          {source === null ? null : <CitationKeys source={source} />}
        </div>
      )}
    </Dialog>
  )
}
