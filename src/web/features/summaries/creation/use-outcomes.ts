import { useQueryClient } from '@tanstack/react-query'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import { routes } from '../../../../shared/api/routes.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { truncate } from '../../../../shared/text/format.ts'
import { toast } from '../../../components/toast.tsx'
import { onDay, shortDay } from '../../../lib/dates.ts'
import { summaryKeys } from '../../../lib/queries.ts'
import { ofPlan } from '../../../lib/site.ts'
import { forgetSent, removeFromDraft, restoreToDraft, sentFor } from '../../../lib/stores/drafts.ts'
import { changeShown, refreshAfterChange } from '../api/refresh.ts'
import { hideDeleted } from '../api/summaries.ts'
import { useOpenSummary } from '../open-summary.ts'
import type { Outcome } from '../watch/watch.ts'
import type { Job, Repeat } from './creation-state.ts'
import { useRefusal } from './use-refusal.ts'

/** How long a toast offers to open an earlier summary. */
const OFFER_MS = 10_000

/** Removes an uploaded file from the draft: each file can be used for one summary only. */
export function forgetUpload(payload: CreateSummaryPayload | undefined): void {
  if (payload?.fileUrl !== undefined) removeFromDraft(payload)
}

/** Returns a function that handles the end of a job: in the cache, the draft and the URL, and for the user. */
export function useOutcomes(showRepeat: (repeat: Repeat) => void) {
  const queryClient = useQueryClient()
  const { tellFailure } = useRefusal()
  const { openId, open, goOn, close } = useOpenSummary()

  const discard = (id: string): void => {
    hideDeleted([id])
    forgetSent(id)
  }

  /** Replaces a job whose source was summarized before by the earlier summary. */
  const onRepeated = ({ id: jobId, redo, isTold }: Job, earlier: Summary) => {
    const { id, originalUrl } = earlier
    const payload = sentFor(jobId) ?? (originalUrl === null ? undefined : { url: originalUrl })
    removeFromDraft(payload)
    queryClient.setQueryData<Summary>(summaryKeys.one(id), { ...earlier, cached: false })
    discard(jobId)
    const lead = (follow: (id: string) => void): void => {
      follow(id)
      if (redo !== null) showRepeat({ id, redo })
      else if (payload !== undefined) showRepeat({ id, payload, redo })
    }
    if (openId === jobId) return lead(goOn)
    if (isTold) return
    const day = shortDay(earlier.updatedAt)
    toast({
      title: redo === null ? 'Already summarized' : 'Nothing has changed',
      description: `${redo === null ? `There’s one from ${day}.` : `You summarized the same text ${onDay(day)}.`}${ofPlan(' It didn’t count against your plan.')}`,
      action: { label: 'Open it', altText: 'Press F8 to open it.', lastsMs: OFFER_MS, act: () => lead(open) },
    })
  }

  const onReady = ({ id, isTold }: Job, summary: Summary) => {
    changeShown(queryClient, summary.id, summary)
    queryClient.setQueryData<Summary>(summaryKeys.one(summary.id), summary)
    if (summary.id !== id) {
      // A redo took the place of the earlier summary.
      queryClient.removeQueries({ queryKey: [routes.getSource.path, summary.id] })
      hideDeleted([id])
      if (openId === id) goOn(summary.id)
    }
    removeFromDraft(sentFor(id))
    forgetSent(id)
    // An open summary has its title in view.
    const title = openId === id ? {} : { description: truncate(summary.title, 80) }
    if (!isTold) toast({ title: 'Summary Created', ...title })
  }

  const onFailed = ({ id, isTold }: Job, code: ErrorCode, message: string) => {
    const payload = sentFor(id)
    forgetUpload(payload)
    if (code === 'cancelled' || code === 'not_found') {
      if (openId === id) close()
      discard(id)
      return
    }
    changeShown(queryClient, id, { status: 'failed', failureCode: code, failureMessage: message, progress: null })
    restoreToDraft(payload)
    if (!isTold) tellFailure(message, code === 'upgrade_required')
  }

  return (job: Job, outcome: Outcome): void => {
    if (outcome.type === 'failed' && outcome.code === 'unauthorized') return
    if (outcome.type === 'failed') onFailed(job, outcome.code, outcome.message)
    else if (outcome.summary.id !== job.id && outcome.summary.cached) onRepeated(job, outcome.summary)
    else onReady(job, outcome.summary)
    void refreshAfterChange(queryClient)
  }
}
