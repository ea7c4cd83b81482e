import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useReducer } from 'react'
import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { changeDraft, getDraft, withoutSent } from '../../../lib/drafts.ts'
import { rememberSent, sentFor } from '../../../lib/sent.ts'
import { createSummary } from '../api/create-summary.ts'
import { refreshAfterChange } from '../api/refresh.ts'
import { useLanguageToSend } from '../language/use-summary-language.ts'
import { openIdNow, useOpenSummary } from '../open-summary.ts'
import { restartWatch } from '../watch/use-summary-watch.ts'
import type { Creation } from './creation-context.ts'
import { type CreationAction, idle, reduceCreation } from './creation-state.ts'
import { useCancel } from './use-cancel.ts'
import { forgetUpload, useOutcomes } from './use-outcomes.ts'
import { useRefusal } from './use-refusal.ts'
import { useRetry } from './use-retry.ts'

/** Whether an error says that a file is no longer there: it can only be uploaded again. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'upload_expired' || error.code === 'not_found')
}

/** A function that sends a source, and opens the summary that is being made of it. */
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
          dispatch({ type: 'repeated', repeat: { id, payload } })
          return
        }
        rememberSent(id, payload)
        restartWatch(id)
        // A new summary takes the place of the earlier one from which it was requested.
        if (openIdNow() === null) open(id)
        else goOn(id)
        dispatch({ type: 'accepted', id, payload, now: Date.now() })
        await refreshAfterChange(queryClient)
      } catch (error) {
        if (isGone(error)) forgetUpload(source)
        dispatch({ type: 'refused', message: refuse(error) })
      }
    },
    [queryClient, dispatch, refuse, open, goOn, language],
  )
}

/** The whole of making summaries: requests, what is under way, and how each ends. */
export function useCreationFlow() {
  const [state, dispatch] = useReducer(reduceCreation, idle)
  const { refuse, tellFailure } = useRefusal()
  const outcomes = useOutcomes(dispatch, tellFailure)
  const send = useSend(dispatch, refuse)
  const retry = useRetry(dispatch, refuse)
  const { openId, close } = useOpenSummary()
  const end = (id: string) => dispatch({ type: 'ended', id })
  const { mutate: cancel, isPending: isCanceling } = useCancel((id) => {
    close()
    end(id)
  }, end)
  useEffect(() => {
    if (openId === null) dispatch({ type: 'repeat-closed' })
  }, [openId])

  const follow = useCallback((id: string) => dispatch({ type: 'followed', id, now: Date.now() }), [])
  const isSending = state.sending !== null
  const creation = useMemo<Creation>(
    () => ({
      start: (payload) => void send(payload),
      isSending,
      failure: state.refusal,
      follow,
      continueInBackground: (id) => {
        const sent = sentFor(id)
        if (sent !== undefined) changeDraft(withoutSent(getDraft(), sent))
        close()
      },
      cancel,
      isCanceling,
      retry: (id) => void retry(id),
      isRetrying: (id) => state.retrying.includes(id),
      isFileless: (id) => state.fileless.includes(id),
      repeat: state.repeat,
    }),
    [
      send,
      retry,
      follow,
      close,
      isSending,
      state.refusal,
      state.retrying,
      state.fileless,
      state.repeat,
      cancel,
      isCanceling,
    ],
  )
  return { creation, state, ...outcomes }
}
