import { summaryEventsPath } from '../../../../shared/api/routes.ts'
import type { SummaryEvent } from '../../../../shared/summary/summary.ts'

const eventNames = ['progress', 'partial', 'ready', 'failed'] as const

export interface StreamHandlers {
  onEvent: (event: SummaryEvent) => void
  /** The stream is connected, or the browser tries to reconnect it. */
  onConnection: (connected: boolean) => void
  /** The server refused the stream, for example because the user has too many open: the browser doesn't try again. */
  onRefused: () => void
}

/** Opens the server-sent events of a summary. Returns a function that closes them. */
export function listen(id: string, { onEvent, onConnection, onRefused }: StreamHandlers): () => void {
  const source = new EventSource(summaryEventsPath(id), { withCredentials: true })
  // The server ends the stream after its last event; closing it earlier would appear as an aborted request.
  let isOver = false
  for (const name of eventNames) {
    source.addEventListener(name, ({ data }) => {
      const event: SummaryEvent = JSON.parse(String(data))
      isOver ||= event.type === 'ready' || event.type === 'failed'
      onEvent(event)
    })
  }
  source.addEventListener('open', () => onConnection(true))
  source.addEventListener('error', () => {
    if (isOver) return source.close()
    if (source.readyState === EventSource.CLOSED) onRefused()
    else onConnection(false)
  })
  return () => {
    if (!isOver) source.close()
  }
}
