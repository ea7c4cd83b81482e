import { summaryEventsPath } from '../../../../shared/api/calls.ts'
import { type SummaryEvent, summaryEventSchema } from '../../../../shared/summary.ts'

const eventNames = ['progress', 'partial', 'ready', 'failed'] as const

/** What a stream tells. */
export interface StreamHandlers {
  onEvent: (event: SummaryEvent) => void
  /** The stream is there, or lost and being sought again by the browser. */
  onConnection: (connected: boolean) => void
  /** The server refused the stream, for example because the user has too many open: the browser doesn't try again. */
  onRefused: () => void
}

function parseEvent(data: unknown): SummaryEvent | null {
  return summaryEventSchema.safeParse(JSON.parse(String(data))).data ?? null
}

/**
 * Opens the server-sent events of a summary.
 *
 * @returns how to close them
 */
export function listen(id: string, { onEvent, onConnection, onRefused }: StreamHandlers): () => void {
  const source = new EventSource(summaryEventsPath(id), { withCredentials: true })
  // The server ends the stream after its last event: closing it before that would show up as an aborted request.
  let isOver = false
  for (const name of eventNames) {
    source.addEventListener(name, ({ data }) => {
      const event = parseEvent(data)
      isOver ||= event?.type === 'ready' || event?.type === 'failed'
      if (event !== null) onEvent(event)
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
