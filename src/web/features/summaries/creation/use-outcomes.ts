import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import { routes } from '../../../../shared/api/routes.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { type PlanCatalogue, unlimitedPlanAbove } from '../../../../shared/plans/catalogue.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { toast, toastFailure } from '../../../components/toast.tsx'
import { isUnauthorized, reasonOf, requiresUpgrade } from '../../../lib/api/client.ts'
import { useAuth } from '../../../lib/auth/auth-context.tsx'
import { onDay, shortDay } from '../../../lib/dates.ts'
import { summaryKeys, usePlans } from '../../../lib/queries.ts'
import { ofPlan } from '../../../lib/site.ts'
import { changeDraft, forgetSent, getDraft, sentFor, withoutSent, withSent } from '../../../lib/stores/drafts.ts'
import { changeShown, loadShown, refreshAfterChange, refreshCounts } from '../api/refresh.ts'
import { deleteSummary, hideDeleted, isNotFree } from '../api/summaries.ts'
import { DELETION_FAILED } from '../deletion/use-deletion.ts'
import { isUnfinished } from '../describe.ts'
import { useOpenSummary } from '../open-summary.ts'
import type { Outcome } from '../watch/watch.ts'
import type { Cancellation, CreationAction, Job } from './creation-state.ts'

const UPGRADE_DELAY_MS = 2000
const FAILED = 'Failed to create summary. Please try again.'

/** Names the plan without the limit; returns the server's message if no higher plan lifts it. */
export function upgradeWords(catalogue: PlanCatalogue | undefined, plan: string | null, message: string): string {
  const unlimited = catalogue === undefined ? null : unlimitedPlanAbove(catalogue, plan)
  if (unlimited === null) return message
  return `You've reached your limit. Upgrade to ${unlimited.name} for unlimited summaries.`
}

export function useRefusal() {
  const [, navigate] = useLocation()
  const { user } = useAuth()
  const { data: catalogue } = usePlans()
  const plan = user?.subscriptionPlan ?? null
  return useMemo(() => {
    const show = (message: string, needsUpgrade: boolean): void => {
      const title = needsUpgrade ? 'Upgrade Required' : 'Error'
      toast({ title, description: message || FAILED, variant: 'destructive' })
      if (needsUpgrade) setTimeout(() => navigate(pagePaths.subscribe), UPGRADE_DELAY_MS)
    }
    /** Shows why a summary failed; `needsUpgrade` leads to the pricing page. */
    const tellFailure = (message: string, needsUpgrade: boolean): void =>
      show(needsUpgrade ? upgradeWords(catalogue, plan, message) : message, needsUpgrade)
    return {
      tellFailure,
      /** Shows why a request to create a summary was refused. Returns the server's message. */
      refuse: (error: unknown): string => {
        const message = reasonOf(error, FAILED)
        if (isUnauthorized(error)) return 'You are logged out.'
        tellFailure(message, requiresUpgrade(error))
        return message
      },
      /** Shows the server's reason for refusing a retry, which a plan with unlimited summaries may not allow either. */
      refuseRetry: (error: unknown): void => {
        if (!isUnauthorized(error)) show(reasonOf(error, FAILED), requiresUpgrade(error))
      },
    }
  }, [navigate, catalogue, plan])
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

/** Returns a function that handles the end of a job: in the state, the cache, the draft and the URL, and for the user. */
export function useOutcomes(
  dispatch: (action: CreationAction) => void,
  { tellFailure }: ReturnType<typeof useRefusal>,
) {
  const queryClient = useQueryClient()
  const { openId, open, goOn, close } = useOpenSummary()

  const discard = (id: string): void => {
    hideDeleted([id])
    forgetSent(id)
  }

  /** Replaces a job whose source was summarized before by the earlier summary. */
  const onRepeated = ({ id: jobId, redo, isTold }: Job, sent: CreateSummaryPayload | null, earlier: Summary) => {
    const { id, originalUrl } = earlier
    const payload = sent ?? (originalUrl === null ? null : { url: originalUrl })
    if (payload !== null) changeDraft(withoutSent(getDraft(), payload))
    queryClient.setQueryData<Summary>(summaryKeys.one(id), { ...earlier, cached: false })
    discard(jobId)
    const lead = (follow: (id: string) => void): void => {
      follow(id)
      if (redo !== null) dispatch({ type: 'repeated', repeat: { id, redo } })
      else if (payload !== null) dispatch({ type: 'repeated', repeat: { id, payload, redo } })
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

  const onReady = (job: Job, payload: CreateSummaryPayload | null, summary: Summary) => {
    changeShown(queryClient, summary.id, summary)
    queryClient.setQueryData<Summary>(summaryKeys.one(summary.id), summary)
    if (summary.id !== job.id) {
      // A redo took the place of the earlier summary.
      queryClient.removeQueries({ queryKey: [routes.getSource.path, summary.id] })
      hideDeleted([job.id])
      if (openId === job.id) goOn(summary.id)
    }
    if (payload !== null) changeDraft(withoutSent(getDraft(), payload))
    forgetSent(job.id)
    if (!job.isTold) toast({ title: 'Summary Created', description: summary.title })
  }

  const onFailed = (job: Job, payload: CreateSummaryPayload | null, code: ErrorCode, message: string) => {
    forgetUpload(payload)
    if (code === 'cancelled' || code === 'not_found') {
      if (openId === job.id) close()
      discard(job.id)
      return
    }
    changeShown(queryClient, job.id, { status: 'failed', failureCode: code, failureMessage: message, progress: null })
    if (payload !== null) changeDraft(withSent(getDraft(), payload))
    if (!job.isTold) tellFailure(message, code === 'upgrade_required')
  }

  return (job: Job, outcome: Outcome): void => {
    dispatch({ type: 'ended', id: job.id })
    if (outcome.type === 'failed' && outcome.code === 'unauthorized') return
    const payload = job.payload ?? sentFor(job.id) ?? null
    if (outcome.type === 'failed') onFailed(job, payload, outcome.code, outcome.message)
    else if (outcome.summary.id !== job.id && outcome.summary.cached) onRepeated(job, payload, outcome.summary)
    else onReady(job, payload, outcome.summary)
    void refreshAfterChange(queryClient)
  }
}
