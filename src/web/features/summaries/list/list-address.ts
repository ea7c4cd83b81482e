import { type ListType, listTypes } from '../api/summaries.ts'

const layouts = ['grid', 'list'] as const
export type Layout = (typeof layouts)[number]

export interface ListView {
  q: string
  type: ListType
  layout: Layout
}

/** Parses the view in a query; missing and invalid parts have their defaults. */
export const parseListView = (search: URLSearchParams): ListView => ({
  q: search.get('q') ?? '',
  type: listTypes.find((type) => type === search.get('type')) ?? 'all',
  layout: layouts.find((layout) => layout === search.get('view')) ?? 'list',
})

/** A query with parts of the view changed, without those that have their defaults. */
export function changeListView(search: URLSearchParams, change: Partial<ListView>): URLSearchParams {
  const { q, type, layout } = { ...parseListView(search), ...change }
  const next = new URLSearchParams(search)
  const put = (name: string, value: string, initial: string) =>
    value === initial ? next.delete(name) : next.set(name, value)
  put('q', q, '')
  put('type', type, 'all')
  put('view', layout, 'list')
  return next
}
