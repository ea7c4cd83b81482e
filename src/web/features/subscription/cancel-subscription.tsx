import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { billingCalls } from '../../../shared/api/billing-calls.ts'
import { type Cancellation, cancelRequestSchema, isOwing, type SubscriptionDetails } from '../../../shared/billing.ts'
import { content } from '../../../shared/content.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions, DialogClose, DialogTitle } from '../../components/dialog.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, Textarea } from '../../components/field.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { ApiError, isUnauthorized, reasonOf } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { longDate } from '../../lib/dates.ts'
import { sendOnEnter } from '../../lib/input.ts'
import { detailsQuery, usePlanRefresh } from '../../lib/subscription.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { isGift, type Leaving, leavingWords } from './subscription-words.ts'

/** What the screens that offer to cancel say, each in its own words. */
interface CancelWords {
  /** Under the title 'Reason Required'. */
  required: string
  failedTitle: string
  failed: string
}

export const manageWords: CancelWords = {
  required: 'Please provide a reason for cancellation.',
  failedTitle: 'Request Failed',
  failed: 'Failed to submit cancellation request. Please try again.',
}

export const dashboardWords: CancelWords = {
  required: 'Please provide a reason for canceling your subscription.',
  failedTitle: 'Submission Failed',
  failed: 'Failed to submit cancellation request',
}

/** POST /api/subscription/cancel-request. */
function requestCancellation(reason: string): Promise<Cancellation> {
  return callApi(billingCalls.cancelRequest, 201, { body: { reason } })
}

/** Whether the server says that there is nothing to ask for: it is asked for already, or there is no plan to cancel. */
function isSettled(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'nothing_to_cancel' || error.code === 'cancellation_pending')
}

/**
 * Asks for the subscription to be canceled, and says how that went. Where there is nothing to ask for, what is so now is
 * loaded, and said as the server says it.
 */
function useRequestCancellation({ failedTitle, failed }: CancelWords) {
  const queryClient = useQueryClient()
  const refreshPlan = usePlanRefresh()
  const onSessionLoss = useSessionLoss()
  return useMutation({
    mutationFn: requestCancellation,
    onSuccess: () => {
      toast({
        title: 'Cancellation Request Submitted',
        description: `You will be contacted within ${content.legal.cancellationAnswer}.`,
      })
      queryClient.setQueryData(detailsQuery.queryKey, (known) => known && { ...known, cancelAtPeriodEnd: true })
      // Nobody waits for that: the dialog is locked until this is done.
      void queryClient.invalidateQueries(detailsQuery)
    },
    onError: (error) => {
      if (onSessionLoss(error)) return
      if (isSettled(error)) {
        toast({ title: 'No Request Needed', description: reasonOf(error, failed) })
        void refreshPlan()
      } else toast({ title: failedTitle, description: failed, variant: 'destructive' })
    },
  })
}

/** A text in which "1-2 business days" stays on one line. */
export function UnbrokenAnswerTime({ text }: { text: string }) {
  const time = content.legal.cancellationAnswer
  return text.split(time).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other identity
    <span key={index}>
      {index === 0 ? null : <span className="whitespace-nowrap">{time}</span>}
      {part}
    </span>
  ))
}

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
function CancelDialog({ leaving, words, open, onOpenChange }: CancelDialogProps) {
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

interface CancelSubscriptionProps {
  /** Name of the plan; null where it has ended already, or is not offered any more. */
  plan: string | null
  /** Null where they could not be loaded: the server knows whether there is something to cancel. */
  details: SubscriptionDetails | null
  words: CancelWords
  look?: 'plain' | 'text'
  className?: string
}

/** The button that asks for the subscription to be canceled, until that has been asked. */
export function CancelSubscription({ plan, details, words, look = 'plain', className }: CancelSubscriptionProps) {
  const [isAsking, setAsking] = useState(false)
  const isRequested = details?.cancelAtPeriodEnd === true
  const end = details?.currentPeriodEnd ?? null
  return (
    <>
      <Button look={look} className={className} disabled={isRequested} onClick={() => setAsking(true)}>
        {isRequested ? 'Cancellation Requested' : 'Cancel Subscription'}
      </Button>
      <CancelDialog
        leaving={{
          plan,
          isGift: isGift(details),
          isLate: isOwing(details?.status ?? null),
          until: end === null ? null : longDate(end),
        }}
        words={words}
        open={isAsking}
        onOpenChange={setAsking}
      />
    </>
  )
}
