import { useMemo, useState } from 'react'
import { Dialog, DialogClose } from '../../../components/dialog.tsx'
import { useCreation } from '../creation/creation-context.ts'
import type { CreationState } from '../creation/creation-state.ts'
import { FailurePanel } from '../creation/failure-panel.tsx'
import { ProgressPanel, SendingPanel } from '../creation/progress-panel.tsx'
import { useOpenSummary } from '../open-summary.ts'
import { OpenedSummary } from './opened-summary.tsx'
import { isWide, type Shown, shownOf, sourceName } from './shown.ts'

function FailedCreation({ shown }: { shown: Extract<Shown, { kind: 'failed' }> }) {
  const { retry, dismissFailure } = useCreation()
  const { id, code, payload, message } = shown
  return (
    <FailurePanel
      source={sourceName(payload)}
      message={message}
      code={code}
      payload={payload}
      onRetry={(again) => retry(id, again)}
      onLeave={dismissFailure}
    />
  )
}

function DialogBody({ shown, onLeave }: { shown: Shown; onLeave: () => void }) {
  switch (shown.kind) {
    case 'sending':
      return <SendingPanel source={sourceName(shown.payload)} isReceived={shown.payload.url === undefined} />
    case 'running':
      return (
        <ProgressPanel
          id={shown.id}
          source={sourceName(shown.payload)}
          isReceived={shown.payload !== null && shown.payload.url === undefined}
          onLeave={onLeave}
        />
      )
    case 'failed':
      return <FailedCreation shown={shown} />
    case 'opened':
      return <OpenedSummary key={shown.id} id={shown.id} onLeave={onLeave} />
  }
}

/** The one dialog in which a summary is made and read. */
export function SummaryDialog({ state }: { state: CreationState }) {
  const { continueInBackground, dismissFailure } = useCreation()
  const { openId, close } = useOpenSummary()
  const shown = useMemo(() => shownOf(state, openId), [state, openId])
  // While the dialog leaves the screen it keeps showing what it showed.
  const [visible, setVisible] = useState(shown)
  if (shown !== null && shown !== visible) setVisible(shown)

  const leave = () => {
    if (shown?.kind === 'running') continueInBackground()
    else if (shown?.kind === 'failed') dismissFailure()
    else if (shown?.kind === 'opened') close()
  }
  return (
    <Dialog
      open={shown !== null}
      onOpenChange={(open) => {
        if (!open) leave()
      }}
      onOpenAutoFocus={(event) => {
        // The page is there to be read: focus goes to the page, not to the first of its many links.
        event.preventDefault()
        if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
      }}
      className={visible !== null && isWide(visible) ? 'w-[min(100%,51.25rem)]' : 'w-[min(100%,37.5rem)]'}
    >
      {visible === null ? null : (
        <>
          {visible.kind === 'sending' ? null : (
            <DialogClose className="absolute top-3 right-3 z-10 sm:top-5 sm:right-5" />
          )}
          <DialogBody shown={visible} onLeave={leave} />
        </>
      )}
    </Dialog>
  )
}
