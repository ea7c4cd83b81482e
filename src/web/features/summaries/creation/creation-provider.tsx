import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import { AppError } from '../../../../shared/errors.ts'
import { ErrorBoundary, lazyScript } from '../../../components/error-boundary.tsx'
import { Dialog, DialogClose, DialogTitle } from '../../../components/overlay/dialog.tsx'
import { LoadFailure } from '../../../components/states.tsx'
import { toast } from '../../../components/toast.tsx'
import { ApiError, callApi, hasCode, reasonOf } from '../../../lib/api/client.ts'
import { randomId } from '../../../lib/random-id.ts'
import { changeDraft, getDraft, rememberSent, sentFor, withoutSent } from '../../../lib/stores/drafts.ts'
import { changeShown, loadShown, refreshAfterChange } from '../api/refresh.ts'
import { useLanguageToSend } from '../language/summary-language.tsx'
import { openIdNow, useOpenSummary } from '../open-summary.ts'
import { restartWatch, useSummaryOutcome } from '../watch/use-summary-watch.ts'
import type { Outcome } from '../watch/watch.ts'
import {
  type Creation,
  type CreationAction,
  CreationContext,
  idle,
  type Job,
  type Redo,
  reduceCreation,
  shownOf,
} from './creation-state.ts'
import { forgetUpload, useCancel, useOutcomes, useRefusal } from './use-outcomes.ts'

let unanswered: { body: string; key: string } | null = null

/** Idempotency key of a request. A repeat of an unanswered request gets the same key, so that no summary is created twice. */
export function idempotencyKey(payload: CreateSummaryPayload): string {
  const body = JSON.stringify(payload)
  if (unanswered?.body !== body) unanswered = { body, key: randomId() }
  return unanswered.key
}

/** Forgets the key once the request was answered; a repeat is a new request. */
export function forgetIdempotencyKey(): void {
  unanswered = null
}

/** POST /api/summaries, answered immediately: the id of the new summary, or of an earlier one of the same source. */
async function createSummary(payload: CreateSummaryPayload): Promise<{ id: string; cached: boolean }> {
  const headers = { prefer: 'respond-async', 'idempotency-key': idempotencyKey(payload) }
  try {
    const body = payload.fresh === true ? payload : { ...payload, reuse: true }
    const answer = await callApi('createSummary', { body, headers })
    forgetIdempotencyKey()
    return { id: answer.id, cached: 'cached' in answer && answer.cached }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unavailable')) forgetIdempotencyKey()
    throw error
  }
}

const CONFLICT = 409
const GONE = 410

/** Returns a function that retries a failed summary, in its place, and shows why where that isn't possible. */
function useRetry(dispatch: (action: CreationAction) => void, refuse: (error: unknown) => void) {
  const queryClient = useQueryClient()

  /** Shows the current state of a summary that was retried elsewhere, such as in another tab. */
  const showWhatIs = useCallback(
    async (id: string, error: ApiError) => {
      const now = await loadShown(queryClient, id)
      if (now.status === 'failed') toast({ title: 'Error', description: reasonOf(error, ''), variant: 'destructive' })
      else dispatch({ type: 'ended', id })
    },
    [queryClient, dispatch],
  )

  return useCallback(
    async (id: string): Promise<void> => {
      dispatch({ type: 'retrying', id })
      try {
        await callApi('retrySummary', { params: { id }, headers: { prefer: 'respond-async' } })
        restartWatch(id)
        changeShown(queryClient, id, {
          status: 'queued',
          failureCode: null,
          failureMessage: null,
          progress: { stage: 'queued', done: 0, total: 1 },
        })
        dispatch({ type: 'accepted', id, payload: sentFor(id) ?? null })
        await refreshAfterChange(queryClient)
      } catch (error) {
        const status = error instanceof ApiError ? error.status : null
        dispatch({ type: 'retry-refused', id, isFileless: status === GONE })
        if (error instanceof ApiError && status === CONFLICT) await showWhatIs(id, error).catch(refuse)
        else refuse(error)
      }
    },
    [queryClient, dispatch, refuse, showWhatIs],
  )
}

function useSend(dispatch: (action: CreationAction) => void, refuse: (error: unknown) => string) {
  const queryClient = useQueryClient()
  const { open, goOn } = useOpenSummary()
  const language = useLanguageToSend()
  return useCallback(
    async (source: CreateSummaryPayload): Promise<void> => {
      dispatch({ type: 'sent', payload: source })
      try {
        const payload = { ...source, ...(await language.get()) }
        const { id, cached } = await createSummary(payload)
        language.keep(payload.language)
        if (cached) {
          changeDraft(withoutSent(getDraft(), payload))
          open(id)
          dispatch({ type: 'repeated', repeat: { id, payload, redo: null } })
          return
        }
        rememberSent(id, payload)
        restartWatch(id)
        // A new summary takes the place of the earlier one from which it was requested.
        if (openIdNow() === null) open(id)
        else goOn(id)
        dispatch({ type: 'accepted', id, payload })
        await refreshAfterChange(queryClient)
      } catch (error) {
        // The server no longer has the file, which must be uploaded again.
        if (hasCode(error, 'upload_expired', 'not_found')) forgetUpload(source)
        dispatch({ type: 'refused', message: refuse(error) })
      }
    },
    [queryClient, dispatch, refuse, open, goOn, language],
  )
}

function useRedo(dispatch: (action: CreationAction) => void) {
  const queryClient = useQueryClient()
  const { goOn } = useOpenSummary()
  return useCallback(
    async (redo: Redo): Promise<void> => {
      const headers = { prefer: 'respond-async' }
      const answer = await callApi('redoSummary', { params: { id: redo.of }, headers, body: redo.body })
      const { id } = answer
      if ('cached' in answer && answer.cached) {
        goOn(id)
        dispatch({ type: 'repeated', repeat: { id, redo } })
        return
      }
      restartWatch(id)
      goOn(id)
      dispatch({ type: 'redone', id, redo })
      void refreshAfterChange(queryClient)
    },
    [queryClient, dispatch, goOn],
  )
}

function useCreationFlow() {
  const [state, dispatch] = useReducer(reduceCreation, idle)
  const refusals = useRefusal()
  const { refuse, refuseRetry } = refusals
  const settle = useOutcomes(dispatch, refusals)
  const send = useSend(dispatch, refuse)
  const redo = useRedo(dispatch)
  const retry = useRetry(dispatch, refuseRetry)
  const { openId, close } = useOpenSummary()
  const end = (id: string) => dispatch({ type: 'ended', id })
  const { mutate: cancel, isPending: isCanceling } = useCancel((id) => {
    close()
    end(id)
  }, end)
  useEffect(() => {
    if (openId === null) dispatch({ type: 'repeat-closed' })
  }, [openId])

  const follow = useCallback((id: string) => dispatch({ type: 'followed', id }), [])
  const { refusal, retrying, fileless, repeat } = state
  const isSending = state.sending !== null
  const creation = useMemo<Creation>(
    () => ({
      start: (payload) => void send(payload),
      isSending,
      redo,
      refuse: refuseRetry,
      failure: refusal,
      follow,
      continueInBackground: (id) => {
        const sent = sentFor(id)
        if (sent !== undefined) changeDraft(withoutSent(getDraft(), sent))
        close()
      },
      cancel,
      isCanceling,
      retry: (id) => void retry(id),
      isRetrying: (id) => retrying.includes(id),
      isFileless: (id) => fileless.includes(id),
      repeat,
    }),
    [
      send,
      redo,
      refuseRetry,
      retry,
      follow,
      close,
      isSending,
      refusal,
      retrying,
      fileless,
      repeat,
      cancel,
      isCanceling,
    ],
  )
  return { creation, state, settle }
}

interface JobWatcherProps {
  job: Job
  settle: (job: Job, outcome: Outcome) => void
}

/** Waits for the outcome of a job, on every screen. Renders nothing. */
function JobWatcher({ job, settle }: JobWatcherProps) {
  const outcome = useSummaryOutcome(job.id)
  const report = useEffectEvent((ended: Outcome) => settle(job, ended))
  useEffect(() => {
    if (outcome !== null) report(outcome)
  }, [outcome])
  return null
}

const SummaryDialog = lazyScript(async () => import('../detail/summary-dialog.tsx'))

/** Takes the place of the summary dialog where its script could not be loaded. */
function DialogFailure({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={onClose} className="px-6 py-8 sm:px-9">
      <DialogTitle className="sr-only">Summary</DialogTitle>
      <LoadFailure />
      <DialogClose className="absolute top-3 right-3" />
    </Dialog>
  )
}

/** Creates summaries: keeps those in progress across screens, and shows the dialog in which they appear. */
export function CreationProvider({ children }: { children: ReactNode }) {
  const { creation, state, settle } = useCreationFlow()
  const { openId, close } = useOpenSummary()
  const shown = useMemo(() => shownOf(state, openId), [state, openId])
  const isOpen = shown !== null
  // Once open it stays mounted, so that it animates out and returns focus.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <CreationContext value={creation}>
      {children}
      <ErrorBoundary renderFailure={() => <DialogFailure open={isOpen} onClose={close} />}>
        <Suspense>{wasOpen ? <SummaryDialog open={isOpen} shown={shown} /> : null}</Suspense>
      </ErrorBoundary>
      {state.jobs.map((job) => (
        <JobWatcher key={job.id} job={job} settle={settle} />
      ))}
    </CreationContext>
  )
}
