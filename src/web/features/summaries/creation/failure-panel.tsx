import { useLocation } from 'wouter'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { Button } from '../../../components/button.tsx'
import { DialogTitle } from '../../../components/dialog.tsx'
import { changeDraft, type DraftTab, getDraft } from '../../../lib/drafts.ts'
import { choiceLabel, type FailureChoice, failureChoices } from './failure-choices.ts'

interface FailurePanelProps {
  source: string
  message: string
  /** Null where the failure is not known by its code. */
  code: ErrorCode | null
  /** What was sent, or null where nobody knows any more. */
  payload: CreateSummaryPayload | null
  onRetry: (payload: CreateSummaryPayload) => void
  /** Takes the panel off the screen. */
  onLeave: () => void
}

const looks = ['primary', 'plain', 'text'] as const

/** The tab on which a choice goes on. */
function tabFor(choice: FailureChoice, payload: CreateSummaryPayload): DraftTab {
  if (choice === 'paste') return 'text'
  if (choice === 'choose-file') return getDraft().tab === 'epub' ? 'epub' : 'document'
  return payload.url === undefined ? 'text' : 'url'
}

/** A summary that came to nothing: what happened, what to do, and that it cost nothing. */
export function FailurePanel({ source, message, code, payload, onRetry, onLeave }: FailurePanelProps) {
  const [, navigate] = useLocation()
  const choices = failureChoices(code, payload)
  const choose = (choice: FailureChoice) => {
    onLeave()
    if (payload === null) return
    if (choice === 'retry') {
      onRetry(payload)
      return
    }
    changeDraft({ tab: tabFor(choice, payload) })
    navigate('/dashboard')
  }
  return (
    <div className="px-6 pt-8 pb-6 sm:px-11 sm:pt-10 sm:pb-8">
      <p className="eyebrow truncate pr-8 tracking-normal normal-case">{source}</p>
      <DialogTitle className="mt-2.5 text-[1.6875rem] leading-tight">This could not be summarized</DialogTitle>
      <p role="alert" className="mt-4 text-base">
        {message}
      </p>
      <p className="mt-2 text-sm text-ink-soft">It was not counted against your plan.</p>
      <div className="mt-7 flex flex-wrap gap-2.5 max-sm:flex-col">
        {choices.map((choice, index) => (
          <Button key={choice} look={looks[index] ?? 'text'} onClick={() => choose(choice)}>
            {choiceLabel(choice, payload)}
          </Button>
        ))}
        {choices.length < looks.length ? (
          <Button look={choices.length === 0 ? 'plain' : 'text'} onClick={onLeave}>
            Close
          </Button>
        ) : null}
      </div>
    </div>
  )
}
