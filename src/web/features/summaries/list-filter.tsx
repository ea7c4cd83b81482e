import { WordSelect } from '../../components/word-select.tsx'
import type { ListType, RecentType } from './api/list-summaries.ts'

type Option<T> = Readonly<{ value: T; label: string }>

/** Type filters of the dashboard. */
export const recentTypeOptions: readonly Option<RecentType>[] = [
  { value: 'all', label: 'All Types' },
  { value: 'youtube', label: 'YouTube' },
  { value: 'article', label: 'Articles' },
]

/** Type filters of My Summaries. */
export const listTypeOptions: readonly Option<ListType>[] = [
  ...recentTypeOptions,
  { value: 'text', label: 'Texts' },
  { value: 'document', label: 'Documents' },
  { value: 'epub', label: 'E\u2011books' },
]

interface TypeFilterProps<T extends string> {
  value: T
  options: readonly Option<T>[]
  onChange: (type: T) => void
}

/** Filters a list by the type of the source. */
export function TypeFilter<T extends string>(props: TypeFilterProps<T>) {
  return <WordSelect label="Type" hideLabel {...props} className="text-sm text-ink-soft" />
}
