import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  const stop = new AbortController()
  for (const type of ['online', 'offline']) addEventListener(type, listener, { signal: stop.signal })
  return () => stop.abort()
}

/** Whether the browser has a network, over which the server may still be unreachable. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

/**
 * Turns a control off while there is no connection, if it needs one. It keeps focus, and its tooltip, which screen readers
 * read as its description, says why. Forms stay on: they keep what was typed, and answer below it.
 */
export function useOfflineProps(needsConnection: boolean) {
  const isOnline = useOnline()
  if (isOnline || !needsConnection) return {}
  return {
    'aria-disabled': true,
    title: 'You’re offline',
    onClick: (event: { preventDefault: () => void }) => event.preventDefault(),
  }
}
