import { createStore } from '../../../lib/store.ts'
import { useStore } from '../../../lib/use-store.ts'

const deleted = createStore<ReadonlySet<string>>(new Set())

/**
 * Takes deleted summaries off every list. The lists themselves keep them, so that a restored summary appears where it
 * was, in a long list or one in the order of a search too.
 */
export const hideDeleted = (ids: readonly string[]): void => deleted.set(new Set([...deleted.get(), ...ids]))

/** Shows restored summaries again. */
export const showRestored = (ids: readonly string[]): void => deleted.set(deleted.get().difference(new Set(ids)))

export const isDeleted = (id: string): boolean => deleted.get().has(id)

/** Ids of the summaries that were deleted in this tab and not restored. */
export const useDeleted = (): ReadonlySet<string> => useStore(deleted)
