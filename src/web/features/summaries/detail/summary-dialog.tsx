import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog, DialogClose } from '../../../components/dialog.tsx'
import { summaryQuery } from '../api/get-summary.ts'
import { useCreation } from '../creation/creation-context.ts'
import { sourceOfPayload } from '../creation/failure-choices.ts'
import { FailurePanel } from '../creation/failure-panel.tsx'
import { ProgressPanel, SendingPanel } from '../creation/progress-panel.tsx'
import { useOpenSummary } from '../open-summary.ts'
import { OpenedSummary } from './opened-summary.tsx'
import { type Shown, sourceName } from './shown.ts'

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
      return <OpenedSummary key={shown.id} id={shown.id} onLeave={onLeave} />
  }
}

/** Whether what is shown is a page to read, which is wider than a panel that reports. */
function useIsPage(shown: Shown | null): boolean {
  const id = shown?.kind === 'opened' ? shown.id : null
  const { data } = useQuery({ ...summaryQuery(id ?? ''), enabled: id !== null })
  return id !== null && (data === undefined || data.status === 'ready')
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
  // While the dialog leaves the screen it keeps showing what it showed.
  const [visible, setVisible] = useState(shown)
  if (shown !== null && shown !== visible) setVisible(shown)
  const isPage = useIsPage(visible)

  const leave = () => {
    if (shown?.kind === 'running') continueInBackground(shown.id)
    else if (shown !== null && shown.kind !== 'sending') close()
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
      className={isPage ? 'w-[min(100%,51.25rem)]' : 'w-[min(100%,37.5rem)]'}
    >
      {visible === null ? null : (
        <>
          {visible.kind === 'sending' ? null : (
            <DialogClose className="absolute top-3 right-3 z-10 sm:top-5 sm:right-5" />
          )}
          <DialogBody shown={visible} onLeave={close} />
        </>
      )}
    </Dialog>
  )
}
