import { useSyncExternalStore } from 'react'

const QUERY = '(pointer: coarse)'

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the main pointer is a finger rather than a mouse. Pages rendered on the server assume a mouse. */
export const useCoarsePointer = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  )
