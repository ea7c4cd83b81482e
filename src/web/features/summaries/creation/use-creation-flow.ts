import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useReducer, useRef } from 'react'
import { useLocation } from 'wouter'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { toast } from '../../../components/toast/toast-store.ts'
import { ApiError, reasonOf, requiresUpgrade } from '../../../lib/api/api-error.ts'
import { changeDraft, getDraft, withoutSent, withSent } from '../../../lib/drafts.ts'
import { queryKeys } from '../../../lib/keys.ts'
import { createSummary } from '../api/create-summary.ts'
import { deleteSummary, useDeleteSummary } from '../api/delete-summary.ts'
import { refreshAfterChange } from '../api/refresh.ts'
import { useOpenSummary } from '../open-summary.ts'
import { useSessionLoss } from '../use-session-loss.ts'
import type { Creation } from './creation-context.ts'
import { type CreationAction, type CreationState, idle, type Job, reduceCreation } from './creation-state.ts'

const UPGRADE_DELAY_MS = 2000

interface CreationFlow {
  creation: Creation
  state: CreationState
  onReady: (job: Job, summary: Summary) => void
  onFailed: (job: Job, code: ErrorCode, message: string) => void
}

/** Says why a request was refused, and leads on where that helps. Returns the words. */
function useRefusal() {
  const [, navigate] = useLocation()
  const onSessionLoss = useSessionLoss()
  return useCallback(
    (error: unknown): string => {
      const message = reasonOf(error, 'Failed to create summary. Please try again.')
      if (onSessionLoss(error)) return 'You are logged out.'
      if (requiresUpgrade(error)) {
        toast({
          title: 'Upgrade Required',
          description: "You've reached your limit. Upgrade to Pro for unlimited summaries.",
          variant: 'destructive',
        })
        setTimeout(() => navigate('/subscribe'), UPGRADE_DELAY_MS)
      } else {
        toast({ title: 'Error', description: message, variant: 'destructive' })
      }
      return message
    },
    [navigate, onSessionLoss],
  )
}

/** Whether an error says that a file is no longer there: it can only be uploaded again. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'upload_expired' || error.code === 'not_found')
}

/** Takes an uploaded file out of the draft: the server keeps it no longer than its summary is being made. */
function forgetUpload(payload: CreateSummaryPayload | null): void {
  if (payload?.fileUrl !== undefined) changeDraft(withoutSent(getDraft(), payload))
}

/** What happens when a job ends, well or badly. */
function useOutcomes(state: CreationState, dispatch: (action: CreationAction) => void) {
  const queryClient = useQueryClient()
  const { openId, open } = useOpenSummary()

  const onReady = (job: Job, summary: Summary) => {
    queryClient.setQueryData(queryKeys.summary(job.id), summary)
    void refreshAfterChange(queryClient)
    if (job.payload !== null) changeDraft(withoutSent(getDraft(), job.payload))
    toast({ title: 'Summary Created', description: summary.title })
    if (state.foreground === job.id && openId !== job.id) open(job.id)
    dispatch({ type: 'ended', id: job.id })
  }

  const onFailed = (job: Job, code: ErrorCode, message: string) => {
    void refreshAfterChange(queryClient)
    if (openId === job.id) void queryClient.invalidateQueries({ queryKey: queryKeys.summary(job.id) })
    if (code === 'cancelled' || code === 'not_found') {
      forgetUpload(job.payload)
      dispatch({ type: 'ended', id: job.id })
      return
    }
    if (job.payload !== null) changeDraft(withSent(getDraft(), job.payload))
    forgetUpload(job.payload)
    if (state.foreground !== job.id && openId !== job.id) {
      toast({ title: 'Error', description: message, variant: 'destructive' })
    }
    dispatch({ type: 'failed', id: job.id, code, message })
  }
  return { onReady, onFailed }
}

/** The whole of making summaries: requests, what is under way, and how each ends. */
export function useCreationFlow(): CreationFlow {
  const queryClient = useQueryClient()
  const [state, dispatch] = useReducer(reduceCreation, idle)
  const refuse = useRefusal()
  const outcomes = useOutcomes(state, dispatch)
  const { mutate: remove, isPending: isCanceling } = useDeleteSummary()
  const sentPayloads = useRef(new Map<string, CreateSummaryPayload>())

  const send = useCallback(
    async (payload: CreateSummaryPayload): Promise<boolean> => {
      dispatch({ type: 'sent', payload })
      try {
        const { id } = await createSummary(payload)
        sentPayloads.current.set(id, payload)
        dispatch({ type: 'accepted', id })
        void refreshAfterChange(queryClient)
        return true
      } catch (error) {
        if (isGone(error)) forgetUpload(payload)
        dispatch({ type: 'refused', message: refuse(error) })
        return false
      }
    },
    [queryClient, refuse],
  )

  const follow = useCallback((id: string) => dispatch({ type: 'followed', id }), [])
  const foregroundJob = state.jobs.find(({ id }) => id === state.foreground)
  const isSending = state.sending !== null
  const creation = useMemo<Creation>(
    () => ({
      start: (payload) => void send(payload),
      isSending,
      failure: state.refusal,
      follow,
      continueInBackground: () => {
        if (foregroundJob?.payload) changeDraft(withoutSent(getDraft(), foregroundJob.payload))
        dispatch({ type: 'backgrounded' })
      },
      cancel: (id) =>
        remove(id, {
          onSuccess: () => {
            forgetUpload(sentPayloads.current.get(id) ?? null)
            dispatch({ type: 'ended', id })
          },
        }),
      isCanceling,
      payloadOf: ({ id, originalUrl }) =>
        sentPayloads.current.get(id) ?? (originalUrl === null ? null : { url: originalUrl }),
      retry: (id, payload) =>
        void (async () => {
          if (!(await send(payload))) return
          await deleteSummary(id)
          await refreshAfterChange(queryClient)
        })(),
      dismissFailure: () => dispatch({ type: 'dismissed' }),
    }),
    [send, follow, isSending, state.refusal, foregroundJob, remove, isCanceling, queryClient],
  )
  return { creation, state, ...outcomes }
}
