import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import { createStore, fieldsOf } from '../../lib/stores/store.ts'
import { useStore } from '../../lib/stores/use-store.ts'

const LIST_PATH = '/summaries'
const OPEN_PARAMETER = 'id'

interface Address {
  path: string
  /** Query without its question mark. */
  search: string
}

const withSearch = (path: string, search: string): string => (search === '' ? path : `${path}?${search}`)

/** Id of the summary that a URL opens, or null. */
export function openIdOf({ path, search }: Address): string | null {
  if (path.startsWith(`${LIST_PATH}/`)) return path.slice(LIST_PATH.length + 1) || null
  return path === '/dashboard' ? new URLSearchParams(search).get(OPEN_PARAMETER) : null
}

/** URL that opens a summary over the current screen: /summaries/ID over the list, otherwise /dashboard?id=ID. */
export function openAddress({ path, search }: Address, id: string): string {
  if (path.startsWith(LIST_PATH)) return withSearch(`${LIST_PATH}/${id}`, search)
  const query = new URLSearchParams(path === '/dashboard' ? search : '')
  query.set(OPEN_PARAMETER, id)
  return withSearch('/dashboard', query.toString())
}

/** URL of the screen below an open summary. */
export function closedAddress({ path, search }: Address): string {
  if (path.startsWith(LIST_PATH)) return withSearch(LIST_PATH, search)
  const query = new URLSearchParams(search)
  query.delete(OPEN_PARAMETER)
  return withSearch(path, query.toString())
}

/** The current URL, which may differ from the last rendered one. */
const addressNow = (): Address => ({ path: location.pathname, search: location.search.slice(1) })

/** Id of the summary that is open now, or null. */
export const openIdNow = (): string | null => (leaving.get() === null ? openIdOf(addressNow()) : null)

/** State of a history entry that opens over the screen of the entry before it. */
const overScreen = { isOverScreen: true }

/** The summary that is being closed by going back, which takes the browser a moment. It counts as closed until then. */
const leaving = createStore<string | null>(null)

function goBack(id: string): void {
  leaving.set(id)
  addEventListener('popstate', () => leaving.set(null), { once: true })
  history.back()
}

/**
 * The open summary, which the URL contains. Opening adds a history entry, and closing goes back, so that Back doesn't lead
 * to closed summaries. `addressedId` is also that of a summary that is being closed, until the browser has left its URL.
 */
export function useOpenSummary() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const linkTo = useCallback(
    (id: string) => ({ href: openAddress({ path, search }, id), state: overScreen }),
    [path, search],
  )
  const open = useCallback((id: string) => navigate(openAddress(addressNow(), id), { state: overScreen }), [navigate])
  const goOn = useCallback(
    (id: string) => navigate(openAddress(addressNow(), id), { replace: true, state: history.state }),
    [navigate],
  )
  const close = useCallback(() => {
    const address = addressNow()
    const id = openIdOf(address)
    // A second step back would leave the screen.
    if (id === null || leaving.get() !== null) return
    if (fieldsOf(history.state).isOverScreen === true) goBack(id)
    else navigate(closedAddress(address), { replace: true })
  }, [navigate])
  const left = useStore(leaving)
  const addressed = openIdOf({ path, search })
  return { openId: addressed === left ? null : addressed, addressedId: addressed, linkTo, open, goOn, close }
}
