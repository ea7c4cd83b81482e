import { useQueryClient } from '@tanstack/react-query'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { useLoseSession } from '../../../components/use-session-loss.ts'
import { changeDraft, getDraft, withoutSent, withSent } from '../../../lib/drafts.ts'
import { queryKeys } from '../../../lib/keys.ts'
import { forgetSent, sentFor } from '../../../lib/sent.ts'
import { changeShown, refreshAfterChange } from '../api/refresh.ts'
import { hideDeleted } from '../deletion/deleted.ts'
import { cachedNote } from '../describe.ts'
import { useOpenSummary } from '../open-summary.ts'
import type { CreationAction, Job } from './creation-state.ts'

/** Takes an uploaded file out of the draft: it belongs to one summary, and no other can be made of it. */
export function forgetUpload(payload: CreateSummaryPayload | null): void {
  if (payload?.fileUrl !== undefined) changeDraft(withoutSent(getDraft(), payload))
}

function tellReady({ title, cached }: Summary): void {
  if (cached) toast({ title: 'Summarized Before', description: cachedNote })
  else toast({ title: 'Summary Created', description: title })
}

/** What happens when a job ends, well or badly. */
export function useOutcomes(dispatch: (action: CreationAction) => void) {
  const queryClient = useQueryClient()
  const { openId, close } = useOpenSummary()
  const loseSession = useLoseSession()

  const onReady = (job: Job, summary: Summary) => {
    const payload = job.payload ?? sentFor(job.id)
    changeShown(queryClient, job.id, summary)
    queryClient.setQueryData<Summary>(queryKeys.summary(job.id), summary)
    void refreshAfterChange(queryClient)
    if (payload !== undefined) changeDraft(withoutSent(getDraft(), payload))
    forgetSent(job.id)
    if (!job.isTold) tellReady(summary)
    dispatch({ type: 'ended', id: job.id })
  }

  const onFailed = (job: Job, code: ErrorCode, message: string) => {
    const payload = job.payload ?? sentFor(job.id) ?? null
    if (code === 'unauthorized') {
      dispatch({ type: 'ended', id: job.id })
      loseSession()
      return
    }
    void refreshAfterChange(queryClient)
    forgetUpload(payload)
    if (code === 'cancelled' || code === 'not_found') {
      if (openId === job.id) close()
      hideDeleted([job.id])
      forgetSent(job.id)
      dispatch({ type: 'ended', id: job.id })
      return
    }
    changeShown(queryClient, job.id, {
      status: 'failed',
      failureCode: code,
      failureMessage: message,
      progress: null,
    })
    if (payload !== null) changeDraft(withSent(getDraft(), payload))
    if (openId !== job.id && !job.isTold) toast({ title: 'Error', description: message, variant: 'destructive' })
    dispatch({ type: 'failed', id: job.id, code, message })
  }
  return { onReady, onFailed }
}
