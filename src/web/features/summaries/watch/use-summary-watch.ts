import { useCallback, useSyncExternalStore } from 'react'
import type { Progress, SummaryEvent } from '../../../../shared/summary/summary.ts'
import { ApiError, callApi } from '../../../lib/api/client.ts'
import { listen } from './event-stream.ts'
import { eventOf, initialWatch, type Outcome, type Watch } from './watch.ts'
import { WatchCenter } from './watch-center.ts'

/** Loads a summary in progress. One that is gone or out of reach has failed. Throws for any other error. */
async function loadEvent(id: string): Promise<SummaryEvent | null> {
  try {
    return eventOf(await callApi('getSummary', { params: { id } }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return { type: 'failed', code: 'unauthorized', message: 'You are logged out.' }
    if (error.status !== 404) throw error
    return { type: 'failed', code: 'not_found', message: 'This summary is no longer there.' }
  }
}

let center: WatchCenter | undefined

function pageCenter(): WatchCenter {
  if (center !== undefined) return center
  const made = new WatchCenter({ load: loadEvent, listen, isVisible: () => document.visibilityState === 'visible' })
  addEventListener('online', () => made.refresh())
  document.addEventListener('visibilitychange', () => made.refresh())
  center = made
  return made
}

const nothingToLeave = () => undefined

function useWatched<T>(id: string | null, pick: (watch: Watch) => T, reads: boolean): T {
  return useSyncExternalStore(
    useCallback(
      (listener) => (id === null ? nothingToLeave : pageCenter().subscribe(id, listener, reads)),
      [id, reads],
    ),
    () => pick(id === null ? initialWatch : pageCenter().watchOf(id)),
    () => pick(initialWatch),
  )
}

const all = (watch: Watch): Watch => watch
const progressOf = (watch: Watch): Progress | null => watch.progress
const outcomeOf = (watch: Watch): Outcome | null => watch.outcome

/** State of a summary in progress, kept current, with its page so far; the initial one for null. */
export const useSummaryWatch = (id: string | null): Watch => useWatched(id, all, true)

export const useSummaryProgress = (id: string | null): Progress | null => useWatched(id, progressOf, false)

export const useSummaryOutcome = (id: string): Outcome | null => useWatched(id, outcomeOf, false)

export const restartWatch = (id: string): void => pageCenter().restart(id)
