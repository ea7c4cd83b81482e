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
