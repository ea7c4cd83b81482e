import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import { AppError } from '../../../../shared/errors.ts'
import { ErrorBoundary, lazyScript } from '../../../components/error-boundary.tsx'
import { Dialog, DialogClose, DialogTitle } from '../../../components/overlay/dialog.tsx'
import { LoadFailure } from '../../../components/states.tsx'
import { toast } from '../../../components/toast.tsx'
import { callApi, hasCode } from '../../../lib/api/client.ts'
import { isUnreachable } from '../../../lib/kept.ts'
import { isOnline } from '../../../lib/page/use-online.ts'
import { randomId } from '../../../lib/random-id.ts'
import {
  addWaiting,
  isWaiting,
  markStarted,
  rememberSent,
  removeFromDraft,
  removeWaiting,
  restoreToDraft,
  sentFor,
  useWaiting,
  type Waiting,
} from '../../../lib/stores/drafts.ts'
import { refreshAfterChange } from '../api/refresh.ts'
import { useLanguageToSend } from '../language/summary-language.tsx'
import { openIdNow, useOpenSummary } from '../open-summary.ts'
import { useSummaryStream, useSummaryWatch } from '../watch/summary-watch.ts'
import type { Outcome } from '../watch/watch.ts'
import {
  type Creation,
  CreationContext,
  type Job,
  type JobAction,
  type Redo,
  type Repeat,
  reduceJobs,
  type Shown,
} from './creation-state.ts'
import { forgetUpload, useOutcomes } from './use-outcomes.ts'
import { refusalReason, useRefusal } from './use-refusal.ts'

/** A waiting request's row leaves as that of its summary comes, or after this time if none comes, as in a filtered list. */
const LEAVES_MS = 3000

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
async function createSummary(
  payload: CreateSummaryPayload,
  key = idempotencyKey(payload),
): Promise<{ id: string; cached: boolean }> {
  const headers = { prefer: 'respond-async', 'idempotency-key': key }
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

type Follow = (action: JobAction) => void
type ShowRepeat = (repeat: Repeat | null) => void

function useSend(follow: Follow, showRepeat: ShowRepeat) {
  const queryClient = useQueryClient()
  const { refuse } = useRefusal()
  const { open, goOn } = useOpenSummary()
  const language = useLanguageToSend()
  return useMutation({
    mutationFn: async (source: CreateSummaryPayload) => {
      const payload = { ...source, ...(await language.get()) }
      return { payload, ...(await createSummary(payload)) }
    },
    onMutate: () => showRepeat(null),
    onSuccess: ({ id, cached, payload }) => {
      language.keep(payload.language)
      if (cached) {
        removeFromDraft(payload)
        open(id)
        showRepeat({ id, payload, redo: null })
        return
      }
      rememberSent(id, payload)
      // A new summary takes the place of the earlier one from which it was requested.
      if (openIdNow() === null) open(id)
      else goOn(id)
      follow({ type: 'begun', id })
      void refreshAfterChange(queryClient)
    },
    onError: (error, source) => {
      // The server no longer has the file, which must be uploaded again.
      if (hasCode(error, 'upload_expired', 'not_found')) forgetUpload(source)
      refuse(error)
    },
  })
}

/**
 * Sends requests that were made without a connection, one after the other, once it is back.
 * @returns a function that adds one
 */
function useSendLater(follow: Follow) {
  const queryClient = useQueryClient()
  const { refuse } = useRefusal()
  const language = useLanguageToSend()
  const items = useWaiting()
  const known = useRef(new Set<string>())
  const { mutate } = useMutation({
    // Pauses while the browser is offline.
    networkMode: 'online',
    scope: { id: 'waiting' },
    retry: (_, error) => isUnreachable(error),
    mutationFn: async ({ id: key, payload: source }: Waiting) => {
      // It may have been removed meanwhile, or its user signed out.
      if (!isWaiting(key)) return null
      const payload = { ...source, ...(await language.get()) }
      return { payload, ...(await createSummary(payload, key)) }
    },
    onSuccess: (sent, item) => {
      if (sent === null) return
      const { id, cached, payload } = sent
      if (cached) removeWaiting(item.id)
      else {
        rememberSent(id, payload)
        follow({ type: 'begun', id })
        markStarted(item.id, id)
      }
      toast({
        title: 'You’re back online',
        description: cached ? 'You already have this summary.' : 'Your summary has started.',
        isBrief: true,
      })
      void refreshAfterChange(queryClient).then(() => setTimeout(() => removeWaiting(item.id), LEAVES_MS))
    },
    onError: (error, item) => {
      if (!isWaiting(item.id)) return
      removeWaiting(item.id)
      restoreToDraft(item.payload)
      refuse(error)
    },
  })
  useEffect(() => {
    for (const item of items) {
      if (known.current.has(item.id)) continue
      known.current.add(item.id)
      mutate(item)
    }
  }, [items, mutate])
  return useCallback((payload: CreateSummaryPayload) => {
    addWaiting({ id: randomId(), payload })
    removeFromDraft(payload)
  }, [])
}

function useRedo(follow: Follow, showRepeat: ShowRepeat) {
  const queryClient = useQueryClient()
  const { goOn } = useOpenSummary()
  return useMutation({
    mutationFn: async ({ of: id, body }: Redo) =>
      callApi('redoSummary', { params: { id }, headers: { prefer: 'respond-async' }, body }),
    onSuccess: (answer, redo) => {
      const { id } = answer
      const isCached = 'cached' in answer && answer.cached
      goOn(id)
      showRepeat(isCached ? { id, redo } : null)
      if (isCached) return
      follow({ type: 'begun', id, redo })
      void refreshAfterChange(queryClient)
    },
  })
}

interface JobWatcherProps {
  job: Job
  settle: (job: Job, outcome: Outcome) => void
}

/** Waits for the outcome of a job, on every screen. Renders nothing. */
function JobWatcher({ job, settle }: JobWatcherProps) {
  const { outcome } = useSummaryWatch(job.id)
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
  const { openId, close } = useOpenSummary()
  const [known, dispatch] = useReducer(reduceJobs, [])
  const [repeat, showRepeat] = useState<Repeat | null>(null)
  const { mutate: send, isPending: isSending, variables: sending, error } = useSend(dispatch, showRepeat)
  const sendLater = useSendLater(dispatch)
  const start = useCallback(
    // An upload may be gone by then.
    (payload: CreateSummaryPayload) =>
      isOnline() || payload.fileUrl !== undefined ? send(payload) : sendLater(payload),
    [send, sendLater],
  )
  const { mutateAsync: redo, isPending: isRedoing } = useRedo(dispatch, showRepeat)
  const settle = useOutcomes(showRepeat)
  const jobs = known.filter(({ hasEnded }) => !hasEnded)
  const openJob = jobs.find(({ id }) => id === openId)
  useSummaryStream((openJob ?? jobs[0])?.id ?? null)
  if (openId === null && repeat !== null) showRepeat(null)

  const follow = useCallback((id: string) => dispatch({ type: 'followed', id }), [])
  const begin = useCallback((id: string) => dispatch({ type: 'begun', id }), [])
  const end = useCallback((id: string) => dispatch({ type: 'ended', id }), [])
  const failure = error === null ? null : refusalReason(error)
  const creation = useMemo<Creation>(
    () => ({ start, isSending, failure, redo, isRedoing, follow, begin, end, repeat }),
    [start, isSending, failure, redo, isRedoing, follow, begin, end, repeat],
  )

  const isOwn = openJob?.isOwn === true && sentFor(openJob.id) !== undefined
  const shown = useMemo<Shown | null>(() => {
    if (isSending && sending !== undefined) return { kind: 'sending', payload: sending }
    return openId === null ? null : { kind: 'opened', id: openId, isOwn }
  }, [isSending, sending, openId, isOwn])
  // Once open it stays mounted, so that it animates out and returns focus.
  const [wasOpen, setWasOpen] = useState(false)
  if (shown !== null && !wasOpen) setWasOpen(true)
  return (
    <CreationContext value={creation}>
      {children}
      <ErrorBoundary renderFailure={() => <DialogFailure open={shown !== null} onClose={close} />}>
        <Suspense>{wasOpen ? <SummaryDialog open={shown !== null} shown={shown} /> : null}</Suspense>
      </ErrorBoundary>
      {jobs.map((job) => (
        <JobWatcher
          key={job.id}
          job={job}
          settle={(ended, outcome) => {
            end(ended.id)
            settle(ended, outcome)
          }}
        />
      ))}
    </CreationContext>
  )
}
