import { type SubmitEvent, useState } from 'react'
import { cancelRequestSchema } from '../../../shared/billing.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogClose, DialogTitle } from '../../components/dialog.tsx'
import { DialogActions } from '../../components/dialog-actions.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, Textarea } from '../../components/field.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { ApiError, isUnauthorized } from '../../lib/api/api-error.ts'
import { sendOnEnter } from '../../lib/input.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { isSettled, useRequestCancellation } from './api/request-cancellation.ts'
import type { CancelWords } from './cancel-words.ts'
import { type Leaving, leavingWords } from './subscription-words.ts'
import { UnbrokenAnswerTime } from './unbroken-answer-time.tsx'

interface ReasonFormProps {
  words: CancelWords
  request: ReturnType<typeof useRequestCancellation>
  onClose: () => void
}

/** Why somebody wants to cancel, and the way to say so. */
function ReasonForm({ words, request, onClose }: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, error } = request
  const rememberFocus = useFocusBack(error)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isPending) return
    const checked = cancelRequestSchema.safeParse({ reason })
    if (checked.success) {
      rememberFocus()
      mutate(checked.data.reason, {
        onSuccess: onClose,
        onError: (failure) => {
          if (isSettled(failure)) onClose()
        },
      })
      return
    }
    const isTooLong = checked.error.issues.some(({ code }) => code === 'too_big')
    const message = isTooLong ? (checked.error.issues[0]?.message ?? words.required) : words.required
    if (!isTooLong) toast({ title: 'Reason Required', description: message, variant: 'destructive' })
    setProblem(message)
  }
  const reasonGiven = error instanceof ApiError && error.reason !== null && !isUnauthorized(error)
  return (
    <form noValidate aria-label="Cancel subscription" onSubmit={submit} className="space-y-5">
      <Field label="Reason for cancellation" error={problem}>
        {(wiring) => (
          <Textarea
            {...wiring}
            rows={4}
            dir="auto"
            value={reason}
            readOnly={isPending}
            onKeyDown={sendOnEnter}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              setProblem(undefined)
            }}
          />
        )}
      </Field>
      {reasonGiven ? <FailureLine error={error} fallback={words.failed} /> : null}
      <DialogActions>
        <Button look="plain" disabled={isPending} onClick={onClose}>
          Keep Subscription
        </Button>
        <Button type="submit" look="destructive" pending={isPending} disabled={reason.trim() === ''}>
          {isPending ? 'Submitting...' : 'Submit Request'}
        </Button>
      </DialogActions>
    </form>
  )
}

interface CancelDialogProps {
  leaving: Leaving
  words: CancelWords
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for a reason, and sends the request to cancel. What was typed is gone once it closes. */
export function CancelDialog({ leaving, words, open, onOpenChange }: CancelDialogProps) {
  const request = useRequestCancellation(words)
  // Once it is on its way there is nothing to close: what comes of it is said here.
  const setOpen = (next: boolean) => {
    if (request.isPending) return
    request.reset()
    onOpenChange(next)
  }
  const close = () => {
    request.reset()
    onOpenChange(false)
  }
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <div className="px-6 pt-8 pb-6 sm:px-9 sm:pb-8">
        <DialogTitle className="pr-8 text-[1.625rem] leading-tight">Cancel your subscription?</DialogTitle>
        <p className="mt-2.5 mb-5 text-ink-soft">
          <UnbrokenAnswerTime text={leavingWords(leaving)} />
        </p>
        <ReasonForm words={words} request={request} onClose={close} />
        <DialogClose className="absolute top-3 right-3" />
      </div>
    </Dialog>
  )
}
