import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'

const LIST_PATH = '/summaries'
const OPEN_PARAMETER = 'id'

interface Address {
  path: string
  /** Query without its question mark. */
  search: string
}

function withSearch(path: string, search: string): string {
  return search === '' ? path : `${path}?${search}`
}

/** The id of the summary that an address opens, or null. */
export function openIdOf({ path, search }: Address): string | null {
  if (path.startsWith(`${LIST_PATH}/`)) return decodeURIComponent(path.slice(LIST_PATH.length + 1)) || null
  return path === '/dashboard' ? new URLSearchParams(search).get(OPEN_PARAMETER) : null
}

/** The address that opens a summary over the screen one is on: /summaries/ID over the list, else /dashboard?id=ID. */
export function openAddress({ path, search }: Address, id: string): string {
  if (path.startsWith(LIST_PATH)) return withSearch(`${LIST_PATH}/${id}`, search)
  const query = new URLSearchParams(path === '/dashboard' ? search : '')
  query.set(OPEN_PARAMETER, id)
  return withSearch('/dashboard', query.toString())
}

/** The address of the screen below an open summary. */
export function closedAddress({ path, search }: Address): string {
  if (path.startsWith(LIST_PATH)) return withSearch(LIST_PATH, search)
  const query = new URLSearchParams(search)
  query.delete(OPEN_PARAMETER)
  return withSearch(path, query.toString())
}

/** The address as it is now, which may be another than when a request was sent. */
const addressNow = (): Address => ({ path: location.pathname, search: location.search.slice(1) })

/** Which summary is open, told by the address, and how to open and close one. */
export function useOpenSummary() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const addressOf = useCallback((id: string) => openAddress({ path, search }, id), [path, search])
  const open = useCallback((id: string) => navigate(openAddress(addressNow(), id)), [navigate])
  const close = useCallback(() => navigate(closedAddress(addressNow())), [navigate])
  return { openId: openIdOf({ path, search }), addressOf, open, close }
}
