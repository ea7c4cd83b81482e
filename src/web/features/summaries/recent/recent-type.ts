import { createStore } from '../../../lib/store.ts'
import { useStore } from '../../../lib/use-store.ts'
import type { RecentType } from '../api/list-summaries.ts'

const recentType = createStore<RecentType>('all')

export const setRecentType = recentType.set

/** Type filter of the recent summaries, which also applies to the next and previous buttons of an open summary. */
export const useRecentType = (): RecentType => useStore(recentType)
