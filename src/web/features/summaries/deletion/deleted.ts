import { useSyncExternalStore } from 'react'

let deleted: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function set(next: ReadonlySet<string>): void {
  deleted = next
  for (const listener of listeners) listener()
}

/**
 * Takes summaries that were deleted off every list. The lists themselves keep them, so that one that is put back stands
 * where it stood, be it a long list or one in the order of a search.
 */
export const hideDeleted = (ids: readonly string[]): void => set(new Set([...deleted, ...ids]))

/** Shows summaries again that were put back. */
export function showRestored(ids: readonly string[]): void {
  const back = new Set(ids)
  set(new Set([...deleted].filter((id) => !back.has(id))))
}

export const isDeleted = (id: string): boolean => deleted.has(id)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The summaries that were deleted in this tab and not put back, by id. */
export function useDeleted(): ReadonlySet<string> {
  const get = () => deleted
  return useSyncExternalStore(subscribe, get, get)
}
