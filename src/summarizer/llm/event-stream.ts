import type { SummarizerEvent } from '../summarizer.ts'

/**
 * Turns work that reports through a callback into a stream of events. Unread partials and progress events are replaced
 * by newer ones, since each contains the whole state.
 */
export async function* streamEvents(
  work: (emit: (event: SummarizerEvent) => void) => Promise<SummarizerEvent>,
): AsyncGenerator<SummarizerEvent> {
  const waiting: SummarizerEvent[] = []
  let wake = (): void => {}
  let settled = false
  const done = work((event) => {
    const last = waiting.at(-1)
    if (last?.type === event.type && event.type !== 'done') waiting.pop()
    waiting.push(event)
    wake()
  }).finally(() => {
    settled = true
    wake()
  })
  done.catch(() => {})
  for (;;) {
    const next = waiting.shift()
    if (next !== undefined) yield next
    else if (settled) {
      yield await done
      return
    } else {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}
