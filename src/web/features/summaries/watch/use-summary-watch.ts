import { useCallback, useSyncExternalStore } from 'react'
import type { Progress } from '../../../../shared/summary.ts'
import { listen } from './listen.ts'
import { loadEvent } from './load-event.ts'
import { WatchCenter } from './watch-center.ts'
import { initialWatch, type Outcome, type Watch } from './watch-state.ts'

let center: WatchCenter | undefined

/** The page's own center, made with the first summary that is followed. */
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

/** Everything that is known of a summary that is being made, kept current, its text as it comes. */
export const useSummaryWatch = (id: string): Watch => useWatched(id, all, true)

/** How far a summary that is being made is, kept current; of one that is not, null. */
export const useSummaryProgress = (id: string | null): Progress | null => useWatched(id, progressOf, false)

/** How the making of a summary has ended; null until it has. */
export const useSummaryOutcome = (id: string): Outcome | null => useWatched(id, outcomeOf, false)

/** Forgets how a summary has ended, because it is being made anew. */
export const restartWatch = (id: string): void => pageCenter().restart(id)
