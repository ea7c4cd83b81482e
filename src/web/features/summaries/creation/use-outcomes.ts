import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import { routes } from '../../../../shared/api/routes.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { toast, toastFailure } from '../../../components/toast.tsx'
import { shortDay } from '../../../lib/dates.ts'
import { changeDraft, getDraft, withoutSent, withSent } from '../../../lib/drafts.ts'
import { summaryKeys } from '../../../lib/queries.ts'
import { forgetSent, sentFor } from '../../../lib/sent.ts'
import { ofPlan } from '../../../lib/site.ts'
import { changeShown, loadShown, refreshAfterChange, refreshCounts } from '../api/refresh.ts'
import { deleteSummary, hideDeleted, isNotFree } from '../api/summaries.ts'
import { DELETION_FAILED } from '../deletion/delete-dialog.tsx'
import { isUnfinished } from '../describe.ts'
import { useOpenSummary } from '../open-summary.ts'
import type { CreationAction, Job } from './creation-state.ts'
import type { useRefusal } from './use-refusal.ts'

export interface Cancellation {
  id: string
  /** Cancel only if it doesn't count, as the dialog has promised. */
  ifFree: boolean
  /** Called if it counts by now; nothing was canceled. */
  onNotFree: () => void
}

/** Cancels and deletes a summary in progress. What was typed stays. `onEnded`: nothing is left to cancel. */
export function useCancel(onCanceled: (id: string) => void, onEnded: (id: string) => void) {
  const queryClient = useQueryClient()
  const showNotFree = async ({ id, onNotFree }: Cancellation): Promise<void> => {
    // If the summary can't be loaded, the rejection is the only sign that it counts.
    const now = await loadShown(queryClient, id).catch(() => null)
    if (now === null || isUnfinished(now)) onNotFree()
    else onEnded(id)
  }
  return useMutation({
    mutationFn: async ({ id, ifFree }: Cancellation) => deleteSummary(id, { ifFree }),
    onSuccess: (_, { id }) => {
      forgetUpload(sentFor(id) ?? null)
      forgetSent(id)
      onCanceled(id)
      hideDeleted([id])
      void refreshCounts(queryClient)
    },
    onError: (error, cancellation) => {
      if (isNotFree(error)) void showNotFree(cancellation)
      else toastFailure('Delete Failed', error, DELETION_FAILED)
    },
  })
}

/** How long a toast offers to open an earlier summary. */
const OFFER_MS = 10_000

/** Removes an uploaded file from the draft: each file can be used for one summary only. */
export function forgetUpload(payload: CreateSummaryPayload | null): void {
  if (payload?.fileUrl !== undefined) changeDraft(withoutSent(getDraft(), payload))
}

export function useOutcomes(
  dispatch: (action: CreationAction) => void,
  { tellFailure }: ReturnType<typeof useRefusal>,
) {
  const queryClient = useQueryClient()
  const { openId, open, goOn, close } = useOpenSummary()

  /** Replaces a job whose source was summarized before by the earlier summary. */
  const onRepeated = (job: Job, earlier: Summary) => {
    const { id, originalUrl } = earlier
    const payload = job.payload ?? sentFor(job.id) ?? (originalUrl === null ? null : { url: originalUrl })
    if (payload !== null) changeDraft(withoutSent(getDraft(), payload))
    queryClient.setQueryData<Summary>(summaryKeys.one(id), { ...earlier, cached: false })
    hideDeleted([job.id])
    forgetSent(job.id)
    dispatch({ type: 'ended', id: job.id })
    void refreshAfterChange(queryClient)
    const lead = (): void => {
      if (payload !== null) dispatch({ type: 'repeated', repeat: { id, payload } })
    }
    if (openId === job.id) {
      goOn(id)
      lead()
      return
    }
    if (job.isTold) return
    const act = (): void => {
      open(id)
      lead()
    }
    toast({
      title: 'Already summarized',
      description: `There’s one from ${shortDay(earlier.updatedAt)}.${ofPlan(' It didn’t count against your plan.')}`,
      action: { label: 'Open it', altText: 'Press F8 to open it.', lastsMs: OFFER_MS, act },
    })
  }

  const onReady = (job: Job, summary: Summary) => {
    const isMoved = summary.id !== job.id
    if (isMoved && summary.cached) {
      onRepeated(job, summary)
      return
    }
    const payload = job.payload ?? sentFor(job.id)
    changeShown(queryClient, summary.id, summary)
    queryClient.setQueryData<Summary>(summaryKeys.one(summary.id), summary)
    if (isMoved) {
      // A redo took the place of the earlier summary.
      queryClient.removeQueries({ queryKey: [routes.getSource.path, summary.id] })
      hideDeleted([job.id])
      if (openId === job.id) goOn(summary.id)
    }
    void refreshAfterChange(queryClient)
    if (payload !== undefined) changeDraft(withoutSent(getDraft(), payload))
    forgetSent(job.id)
    if (!job.isTold) toast({ title: 'Summary Created', description: summary.title })
    dispatch({ type: 'ended', id: job.id })
  }

  const onFailed = (job: Job, code: ErrorCode, message: string) => {
    const payload = job.payload ?? sentFor(job.id) ?? null
    if (code === 'unauthorized') {
      dispatch({ type: 'ended', id: job.id })
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
    if (!job.isTold) tellFailure(message, code === 'upgrade_required')
    dispatch({ type: 'ended', id: job.id })
  }
  return { onReady, onFailed }
}
