import { focusManager, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { useEffect, useSyncExternalStore } from 'react'
import { summaryEventsPath } from '../../../../shared/api/routes.ts'
import type { SummaryEvent } from '../../../../shared/summary/summary.ts'
import { callApi, hasStatus } from '../../../lib/api/client.ts'
import { applyEvent, eventOf, initialWatch, type Watch } from './watch.ts'

const POLL_MS = 1500
const HIDDEN_POLL_MS = 10_000
const CONCURRENT_POLLS = 3
/** A silent stream may be lost without an error, for example after the computer slept. */
const QUIET_MS = 15_000
/** How long a summary is only polled after its stream was rejected: the user may have too many open. */
const REFUSED_MS = 10_000
/** A watch outlives its last observer for a moment, so that moving from dialog to list doesn't reset it. */
const LINGER_MS = 500

const watchesKey = ['watch']
const watchKey = (id: string) => [...watchesKey, id]

const limitPolls = pLimit(CONCURRENT_POLLS)

/** Loads a summary in progress. One that is gone or out of reach has failed. Throws for any other error. */
async function loadEvent(id: string): Promise<SummaryEvent | null> {
  try {
    return eventOf(await limitPolls(async () => callApi('getSummary', { params: { id } })))
  } catch (error) {
    if (hasStatus(error, 401)) return { type: 'failed', code: 'unauthorized', message: 'You are logged out.' }
    if (!hasStatus(error, 404)) throw error
    return { type: 'failed', code: 'not_found', message: 'This summary is no longer there.' }
  }
}

/** A summary in progress as a query, which polls until the outcome unless a stream updates it. */
export const watchQuery = (queryClient: QueryClient, id: string) =>
  queryOptions({
    queryKey: watchKey(id),
    queryFn: async (): Promise<Watch> => {
      const event = await loadEvent(id).catch(() => 'lost' as const)
      const watch = queryClient.getQueryData<Watch>(watchKey(id)) ?? initialWatch
      // A stream that was opened meanwhile is ahead of the response.
      if (watch.isStreamed) return watch
      if (event === 'lost') return { ...watch, connected: false }
      return event === null ? { ...watch, connected: true } : applyEvent(watch, event)
    },
    initialData: initialWatch,
    enabled: ({ state }) => state.data?.outcome === null,
    gcTime: LINGER_MS,
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      if (state.data?.isStreamed === true) return false
      if (!focusManager.isFocused()) return HIDDEN_POLL_MS
      const { length } = queryClient.getQueryCache().findAll({ queryKey: watchesKey, type: 'active' })
      return POLL_MS * Math.ceil(length / CONCURRENT_POLLS)
    },
  })

const eventNames = ['progress', 'partial', 'ready', 'failed'] as const

/** Updates the watch of a summary from its server-sent events. Returns a function that stops. */
export function streamWatch(queryClient: QueryClient, id: string): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const change = (next: (watch: Watch) => Watch) =>
    queryClient.setQueryData<Watch>(watchKey(id), (watch) => watch && next(watch))
  const reopenAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(open, ms)
  }
  const onMessage = ({ data }: MessageEvent) => {
    const event: SummaryEvent = JSON.parse(String(data))
    change((watch) => applyEvent(watch, event))
    isOver ||= event.type === 'ready' || event.type === 'failed'
    if (isOver) clearTimeout(timer)
    else reopenAfter(QUIET_MS)
  }
  function open() {
    source?.close()
    const opened = new EventSource(summaryEventsPath(id), { withCredentials: true })
    source = opened
    change((watch) => ({ ...watch, isStreamed: true }))
    reopenAfter(QUIET_MS)
    for (const name of eventNames) opened.addEventListener(name, onMessage)
    opened.addEventListener('open', () => change((watch) => ({ ...watch, connected: true })))
    opened.addEventListener('error', () => {
      // The server ends the stream after its last event; closing it earlier would appear as an aborted request.
      if (isOver) return opened.close()
      // After a rejection, rather than a lost connection, the browser doesn't try again.
      const isRefused = opened.readyState === EventSource.CLOSED
      change((watch) => ({ ...watch, isStreamed: !isRefused, connected: isRefused && watch.connected }))
      reopenAfter(isRefused ? REFUSED_MS : QUIET_MS)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    if (!isOver) source?.close()
    change((watch) => ({ ...watch, isStreamed: false }))
  }
}

/** Streams one summary while the page is visible. A browser opens at most six connections per host, shared by all tabs. */
export function useSummaryStream(id: string | null): void {
  const queryClient = useQueryClient()
  const isVisible = useSyncExternalStore(
    (listener) => focusManager.subscribe(listener),
    () => focusManager.isFocused(),
  )
  const streamed = isVisible ? id : null
  useEffect(() => (streamed === null ? undefined : streamWatch(queryClient, streamed)), [queryClient, streamed])
}

/** State of a summary in progress, kept current while one is followed; the initial one for null. */
export function useSummaryWatch(id: string | null): Watch {
  const queryClient = useQueryClient()
  const options = watchQuery(queryClient, id ?? '')
  return useQuery({ ...options, enabled: id !== null && options.enabled }).data
}

/** Resets the watch of a summary that is created again; late responses are ignored. */
export function restartWatch(queryClient: QueryClient, id: string): void {
  void queryClient.resetQueries({ queryKey: watchKey(id) })
}
