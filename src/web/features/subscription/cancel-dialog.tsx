import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { cancelReason } from '../../../shared/account/billing.ts'
import { content } from '../../../shared/content.ts'
import { Button } from '../../components/button.tsx'
import { Form, SubmitButton, TextareaField } from '../../components/form/form.tsx'
import { useCallForm } from '../../components/form/use-call-form.ts'
import { DialogActions, type DialogState, TitledDialog } from '../../components/overlay/dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { callApi, hasCode, isUnauthorized, reasonOf } from '../../lib/api/client.ts'
import { sendOnEnter } from '../../lib/page/input.ts'
import { usePlanRefresh } from '../../lib/plans/subscription.ts'
import { detailsQuery } from '../../lib/queries.ts'
import { type CancelWords, type Leaving, leavingWords, Unbroken } from './subscription-words.tsx'

interface ReasonFormProps {
  words: CancelWords
  onSending: (isSending: boolean) => void
  onClose: () => void
}

/** Asks for the reason, and sends the request. If there is nothing to cancel, reloads the subscription. */
function ReasonForm({ words, onSending, onClose }: ReasonFormProps) {
  const queryClient = useQueryClient()
  const answer = <Unbroken text={`You will be contacted within ${content.legal.cancellationAnswer}.`} />
  const refreshPlan = usePlanRefresh()
  const call = useCallForm({
    schema: z.object({ reason: cancelReason(words.required) }),
    defaultValues: { reason: '' },
    send: async (body) => {
      onSending(true)
      const { createdAt: requestedAt } = await callApi('cancelRequest', { body })
      toast({
        title: 'Cancellation Request Submitted',
        description: answer,
      })
      const cancellation = { status: 'pending', requestedAt, answer: null } as const
      queryClient.setQueryData(
        detailsQuery.queryKey,
        (known) => known && { ...known, cancelAtPeriodEnd: true, cancellation },
      )
      void queryClient.invalidateQueries(detailsQuery)
      onClose()
    },
    onFailure: (error) => {
      onSending(false)
      if (hasCode(error, 'nothing_to_cancel', 'cancellation_pending')) {
        toast({ title: 'No Request Needed', description: reasonOf(error, words.failed) })
        void refreshPlan()
        onClose()
      } else if (!isUnauthorized(error))
        toast({ title: words.failedTitle, description: words.failed, variant: 'destructive', isBrief: true })
    },
    onInvalid: ({ reason }) => {
      if (reason?.type !== 'too_big')
        toast({ title: 'Reason Required', description: words.required, variant: 'destructive', isBrief: true })
    },
  })
  const isEmpty = call.form.watch('reason').trim() === ''
  return (
    <Form
      call={call}
      aria-label="Cancel subscription"
      className="mt-5 space-y-5"
      fallback={words.failed}
      actions={
        <DialogActions>
          <Button look="plain" disabled={call.isSubmitting} onClick={onClose}>
            Keep Subscription
          </Button>
          <SubmitButton look="destructive" disabled={isEmpty} sending="Submitting...">
            Submit Request
          </SubmitButton>
        </DialogActions>
      }
    >
      <TextareaField name="reason" label="Reason for cancellation" onKeyDown={sendOnEnter} />
    </Form>
  )
}

/** Dialog that requests a cancellation. Closing it discards the typed reason. */
export default function CancelDialog({
  leaving,
  words,
  open,
  onOpenChange,
}: DialogState & { leaving: Leaving; words: CancelWords }) {
  const [isSending, setIsSending] = useState(false)
  const close = () => {
    setIsSending(false)
    onOpenChange(false)
  }
  return (
    <TitledDialog
      open={open}
      onOpenChange={(next) => (isSending ? undefined : onOpenChange(next))}
      title="Cancel your subscription?"
      lead={<Unbroken text={leavingWords(leaving)} />}
    >
      <ReasonForm words={words} onSending={setIsSending} onClose={close} />
    </TitledDialog>
  )
}
