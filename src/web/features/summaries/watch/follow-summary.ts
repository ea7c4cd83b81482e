import { calls, summaryEventsPath } from '../../../../shared/api/calls.ts'
import { type SummaryEvent, summaryEventSchema } from '../../../../shared/summary.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'
import { eventOf } from './watch-state.ts'

const RETRY_MS = 3000
/** A browser opens six connections to a host at most (HTTP/1.1); streams must leave some for everything else. */
const MAX_STREAMS = 3
const eventNames = ['progress', 'partial', 'ready', 'failed'] as const

let streams = 0

interface FollowHandlers {
  onEvent: (event: SummaryEvent) => void
  onConnection: (connected: boolean) => void
}

function parseEvent(data: unknown): SummaryEvent | null {
  return summaryEventSchema.safeParse(JSON.parse(String(data))).data ?? null
}

/**
 * Follows the making of a summary by server-sent events. A stream that breaks comes back by itself; where none can be
 * had (refused, or too many already), the summary itself is loaded every few seconds. Ends by itself at the outcome.
 *
 * @returns how to stop early
 */
export function followSummary(id: string, { onEvent, onConnection }: FollowHandlers): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let ended = false

  const closeStream = () => {
    if (source === null) return
    source.close()
    source = null
    streams -= 1
  }
  const stop = () => {
    ended = true
    clearTimeout(timer)
    closeStream()
  }
  const report = (event: SummaryEvent | null) => {
    if (ended || event === null) return
    if (event.type === 'ready' || event.type === 'failed') stop()
    onEvent(event)
  }

  const load = async () => {
    try {
      report(eventOf(await callApi(calls.getSummary, 200, { params: { id } })))
      if (!ended) onConnection(true)
    } catch (error) {
      const gone = error instanceof ApiError && (error.status === 404 || error.status === 401)
      if (gone) report({ type: 'failed', code: error.code ?? 'not_found', message: 'This summary is no longer there.' })
      else onConnection(false)
    }
  }
  const loadThenListen = async () => {
    await load()
    if (!ended) listen()
  }
  const retryLater = () => {
    timer = setTimeout(() => void loadThenListen(), RETRY_MS)
  }
  const listen = () => {
    if (streams >= MAX_STREAMS) {
      retryLater()
      return
    }
    streams += 1
    source = new EventSource(summaryEventsPath(id), { withCredentials: true })
    for (const name of eventNames) {
      source.addEventListener(name, (message) => report(parseEvent(message.data)))
    }
    source.addEventListener('open', () => onConnection(true))
    source.addEventListener('error', () => {
      if (ended) return
      onConnection(false)
      if (source?.readyState !== EventSource.CLOSED) return
      closeStream()
      retryLater()
    })
  }

  listen()
  return stop
}
