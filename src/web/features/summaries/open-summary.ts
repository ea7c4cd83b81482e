import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import { z } from 'zod'
import { createStore } from '../../lib/store.ts'
import { useStore } from '../../lib/use-store.ts'

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
  if (path.startsWith(`${LIST_PATH}/`)) return path.slice(LIST_PATH.length + 1) || null
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

/** The id of the summary that is open now; null where none is. */
export const openIdNow = (): string | null => (leaving.get() === null ? openIdOf(addressNow()) : null)

/** State of an entry of the history that was opened over the screen in the entry before it. */
const overScreen = { isOverScreen: true }
const overScreenSchema = z.object({ isOverScreen: z.literal(true) })

/** The summary that is being closed by a step back, which the browser takes a moment for: until then it counts as closed. */
const leaving = createStore<string | null>(null)

function goBack(id: string): void {
  leaving.set(id)
  addEventListener('popstate', () => leaving.set(null), { once: true })
  history.back()
}

/**
 * Which summary is open, told by the address, and how to open and close one. Opening adds to the history and closing goes
 * back in it, so that Back and Forward do what they say and a summary that was closed is not found on the way; going on
 * to another one takes the place of the one before. `addressedId` still names a summary that is being closed, until the
 * browser has left its address.
 */
export function useOpenSummary() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  /** What a link to a summary takes. */
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
    if (overScreenSchema.safeParse(history.state).success) goBack(id)
    else navigate(closedAddress(address), { replace: true })
  }, [navigate])
  const left = useStore(leaving)
  const addressed = openIdOf({ path, search })
  return { openId: addressed === left ? null : addressed, addressedId: addressed, linkTo, open, goOn, close }
}
