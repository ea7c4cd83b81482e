import { type ListType, listTypes } from '../api/list-summaries.ts'

const layouts = ['grid', 'list'] as const
export type Layout = (typeof layouts)[number]

/** What the list shows, as its address tells it. */
export interface ListView {
  q: string
  type: ListType
  layout: Layout
}

/** The view that an address asks for; what it does not name, or names wrongly, is as at first. */
export function parseListView(search: URLSearchParams): ListView {
  return {
    q: search.get('q') ?? '',
    type: listTypes.find((type) => type === search.get('type')) ?? 'all',
    layout: layouts.find((layout) => layout === search.get('view')) ?? 'list',
  }
}

/** The query of an address with parts of the view changed; what is as at first is left out. */
export function changeListView(search: URLSearchParams, change: Partial<ListView>): URLSearchParams {
  const { q, type, layout } = { ...parseListView(search), ...change }
  const next = new URLSearchParams(search)
  const put = (name: string, value: string, usual: string) =>
    value === usual ? next.delete(name) : next.set(name, value)
  put('q', q, '')
  put('type', type, 'all')
  put('view', layout, 'list')
  return next
}
