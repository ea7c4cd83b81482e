import { useSyncExternalStore } from 'react'
import type { RecentType } from '../api/list-summaries.ts'

let type: RecentType = 'all'
const listeners = new Set<() => void>()

/** Filters the recent summaries on the dashboard. */
export function setRecentType(chosen: RecentType): void {
  type = chosen
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The type that the recent summaries on the dashboard are filtered by; a summary opened over them reads on in the same list. */
export const useRecentType = (): RecentType =>
  useSyncExternalStore(
    subscribe,
    () => type,
    () => 'all',
  )
