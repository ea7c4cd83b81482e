import { useCallback, useSyncExternalStore } from 'react'
import { followSummary } from './follow-summary.ts'
import { applyEvent, initialWatch, type Watch } from './watch-state.ts'

/** A watch is kept a moment after its last onlooker, so that moving from dialog to list does not break the stream. */
const LINGER_MS = 500

interface Entry {
  watch: Watch
  listeners: Set<() => void>
  stop: () => void
}

const entries = new Map<string, Entry>()

function begin(id: string): Entry {
  const entry: Entry = { watch: initialWatch, listeners: new Set(), stop: () => undefined }
  const change = (watch: Watch) => {
    entry.watch = watch
    for (const listener of entry.listeners) listener()
  }
  entry.stop = followSummary(id, {
    onEvent: (event) => change(applyEvent(entry.watch, event)),
    onConnection: (connected) => {
      if (connected !== entry.watch.connected) change({ ...entry.watch, connected })
    },
  })
  entries.set(id, entry)
  return entry
}

function subscribe(id: string, listener: () => void): () => void {
  const entry = entries.get(id) ?? begin(id)
  entry.listeners.add(listener)
  return () => {
    entry.listeners.delete(listener)
    setTimeout(() => {
      if (entry.listeners.size > 0 || entries.get(id) !== entry) return
      entries.delete(id)
      entry.stop()
    }, LINGER_MS)
  }
}

/** What is known of a summary that is being made, kept current; any number of onlookers share one stream. */
export function useSummaryWatch(id: string): Watch {
  return useSyncExternalStore(
    useCallback((listener) => subscribe(id, listener), [id]),
    useCallback(() => entries.get(id)?.watch ?? initialWatch, [id]),
  )
}
