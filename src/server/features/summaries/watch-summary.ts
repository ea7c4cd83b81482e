import { setTimeout as sleep } from 'node:timers/promises'
import type { Progress } from '../../../shared/summary.ts'
import type { Db } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { EventHub, HubEvent } from './event-hub.ts'
import { findSummary } from './repo.ts'

/** What a watcher sees. The last one is `ended` or `gone`. */
export type WatchEvent =
  | { type: 'progress'; progress: Progress }
  | { type: 'partial'; text: string }
  | { type: 'ended'; row: SummaryRow }
  | { type: 'gone' }
  | { type: 'idle' }

/** A watcher looks at the row itself this often, so that a lost message costs seconds and never the result. */
const LOOK_EVERY_MS = 10_000

async function* lookAtRow(db: Db, id: string): AsyncGenerator<WatchEvent, boolean> {
  const row = await findSummary(db, id)
  if (row === undefined) yield { type: 'gone' }
  else if (row.status === 'ready' || row.status === 'failed') yield { type: 'ended', row }
  else {
    if (row.progress !== null) yield { type: 'progress', progress: row.progress }
    if (row.partialText !== null) yield { type: 'partial', text: row.partialText }
    return false
  }
  return true
}

/**
 * Follows a summary from its state now to its end. Events are full states (a partial carries all text so far), so
 * whoever joins late or comes back has missed nothing.
 *
 * @param signal ends the watch
 */
export async function* watchSummary(
  db: Db,
  hub: EventHub,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent> {
  const waiting: HubEvent[] = []
  let wake = (): void => {}
  const unsubscribe = hub.subscribe(id, (event) => {
    waiting.push(event)
    wake()
  })
  const stop = (): void => wake()
  signal.addEventListener('abort', stop)
  try {
    if (yield* lookAtRow(db, id)) return
    while (!signal.aborted) {
      const event = waiting.shift()
      if (event === undefined) {
        const looked = await waitForMessage((resolve) => {
          wake = resolve
        })
        if (looked) {
          if (signal.aborted) return
          yield { type: 'idle' }
          if (yield* lookAtRow(db, id)) return
        }
      } else if (event.type === 'progress' || event.type === 'partial') yield event
      else if (yield* lookAtRow(db, id)) return
    }
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', stop)
  }
}

/** Waits for a message; true when none came for a while. */
async function waitForMessage(onWake: (resolve: () => void) => void): Promise<boolean> {
  const timer = new AbortController()
  const woken = new Promise<false>((resolve) => {
    onWake(() => resolve(false))
  })
  const timeout = sleep(LOOK_EVERY_MS, true, { signal: timer.signal, ref: false }).catch(() => true)
  const timedOut = await Promise.race([woken, timeout])
  timer.abort()
  return timedOut
}

/**
 * Waits until a summary has ended.
 *
 * @returns its row as it is then, or as it is when the signal comes first; undefined when it was deleted
 */
export async function waitForEnd(
  db: Db,
  hub: EventHub,
  id: string,
  signal: AbortSignal,
): Promise<SummaryRow | undefined> {
  for await (const event of watchSummary(db, hub, id, signal)) {
    if (event.type === 'ended') return event.row
    if (event.type === 'gone') return undefined
  }
  return findSummary(db, id)
}
