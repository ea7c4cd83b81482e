import { createStore } from '../stores/store.ts'
import { useStore } from '../stores/use-store.ts'

const online = createStore(true)

/** A browser without a network still reaches a server on the same machine. */
async function tryServer(): Promise<void> {
  const isReached = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!navigator.onLine) online.set(isReached)
}

/** Follows the browser's connection from now on, and reports its changes. */
export function followConnection(onChange: (isOnline: boolean) => void): void {
  online.subscribe(() => onChange(online.get()))
  addEventListener('online', () => online.set(true))
  addEventListener('offline', () => void tryServer())
  if (!navigator.onLine) void tryServer()
}

/** Whether the browser has a network, over which the server may still be unreachable, or reaches the server without one. */
export const isOnline = (): boolean => online.get()

/** `isOnline`, kept current. */
export const useOnline = (): boolean => useStore(online)

/**
 * Turns a control off while there is no connection, if it needs one. It keeps focus, and its tooltip, which screen readers
 * read as its description, says why. Forms stay on: they keep what was typed, and answer below it.
 */
export function useOfflineProps(needsConnection: boolean) {
  const isOnline = useOnline()
  if (isOnline || !needsConnection) return {}
  return {
    'aria-disabled': true,
    'data-offline': true,
    title: 'You’re offline',
    onClick: (event: { preventDefault: () => void }) => event.preventDefault(),
  }
}
