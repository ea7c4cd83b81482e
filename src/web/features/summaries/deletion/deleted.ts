import { createStore } from '../../../lib/store.ts'
import { useStore } from '../../../lib/use-store.ts'

const deleted = createStore<ReadonlySet<string>>(new Set())

/** Hides deleted summaries in every list. The cached lists keep them, so that a restored summary appears where it was. */
export const hideDeleted = (ids: readonly string[]): void => deleted.set(new Set([...deleted.get(), ...ids]))

/** Shows restored summaries again. */
export const showRestored = (ids: readonly string[]): void => deleted.set(deleted.get().difference(new Set(ids)))

export const isDeleted = (id: string): boolean => deleted.get().has(id)

/** Ids of the summaries that were deleted in this tab and not restored. */
export const useDeleted = (): ReadonlySet<string> => useStore(deleted)
