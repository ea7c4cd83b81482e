import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Dialog, DialogClose } from '../../../components/dialog.tsx'
import { sendFocus } from '../../../components/next-focus.ts'
import { isTyping } from '../../../lib/input.ts'
import { summaryQuery } from '../api/get-summary.ts'
import { useCreation } from '../creation/creation-context.ts'
import { sourceOfPayload } from '../creation/failure-choices.ts'
import { FailurePanel } from '../creation/failure-panel.tsx'
import { ProgressPanel, SendingPanel } from '../creation/progress-panel.tsx'
import { RepeatNote } from '../creation/repeat-note.tsx'
import { useOpenSummary } from '../open-summary.ts'
import { focusSummary } from '../reveal.ts'
import { NeighborButtons } from './neighbor-buttons.tsx'
import { OpenedSummary } from './opened-summary.tsx'
import { type Shown, sourceName } from './shown.ts'
import { type Neighbors, useNeighbors } from './use-neighbors.ts'

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

/** Whether what is shown is a page to read, which is wider than a panel that reports. */
function useIsPage(shown: Shown | null): boolean {
  const id = shown?.kind === 'opened' ? shown.id : null
  const { data } = useQuery({ ...summaryQuery(id ?? ''), enabled: id !== null })
  return id !== null && (data === undefined || data.status === 'ready')
}

/** Where arrow keys have another meaning. */
const ownArrows = '[role=menu], [role=listbox], [data-radix-popper-content-wrapper]'

/** The step that a key asks for; undefined for other keys, and where the arrows move something else. */
function stepOf(event: KeyboardEvent, neighbors: Neighbors | null): (() => void) | null | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target, currentTarget } = event
  if (altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented) return undefined
  // Keys in a question that was asked from here come by as well.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return undefined
  if (isTyping(target) || target.closest(ownArrows) !== null) return undefined
  if (key === 'ArrowLeft') return neighbors?.previous
  return key === 'ArrowRight' ? neighbors?.next : undefined
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

export interface SummaryDialogProps {
  open: boolean
  /** Null while it is closed. */
  shown: Shown | null
}

/** The one dialog in which a summary is made and read. */
export default function SummaryDialog({ open, shown }: SummaryDialogProps) {
  const { continueInBackground } = useCreation()
  const { close } = useOpenSummary()
  const neighbors = useNeighbors()
  // While the dialog leaves the screen it keeps showing what it showed.
  const [visible, setVisible] = useState(shown)
  if (shown !== null && shown !== visible) setVisible(shown)
  const isPage = useIsPage(visible)
  const openedId = visible?.kind === 'opened' ? visible.id : null
  const page = useTurnedPage(openedId)

  const leave = () => {
    if (shown?.kind === 'running') continueInBackground(shown.id)
    else if (shown !== null && shown.kind !== 'sending') close()
    // Whoever has read on comes back to where that has led them.
    if (openedId !== null && neighbors !== null) sendFocus(() => focusSummary(openedId))
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
        const step = stepOf(event, neighbors)
        if (step === undefined) return
        event.preventDefault()
        step?.()
      }}
      className={isPage ? 'w-[min(100%,51.25rem)]' : 'w-[min(100%,37.5rem)]'}
    >
      {visible === null ? null : (
        <div ref={page}>
          {visible.kind === 'sending' ? null : (
            // They stay in sight while one reads on.
            <div className="pointer-events-none absolute inset-y-0 right-0 z-10">
              <div className="pointer-events-auto sticky top-2 mt-3 mr-3 flex gap-1 rounded-control bg-raised/90 sm:mt-5 sm:mr-5 pointer-coarse:gap-2">
                {neighbors === null ? null : <NeighborButtons neighbors={neighbors} />}
                <DialogClose />
              </div>
            </div>
          )}
          <DialogBody shown={visible} onLeave={close} />
        </div>
      )}
    </Dialog>
  )
}
