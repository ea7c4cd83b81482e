import { createStore } from '../../../lib/store.ts'
import { useStore } from '../../../lib/use-store.ts'
import type { RecentType } from '../api/list-summaries.ts'

const recentType = createStore<RecentType>('all')

/** Filters the recent summaries on the dashboard. */
export const setRecentType = recentType.set

/** The type that the recent summaries on the dashboard are filtered by; a summary opened over them reads on in the same list. */
export const useRecentType = (): RecentType => useStore(recentType)
