import { Search } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { useLocation } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { focusSearch } from '../../features/summaries/list/search-request.ts'
import { useOpenSummary } from '../../features/summaries/open-summary.ts'
import { isSearchKey, searchHint, searchKeys } from '../../lib/input.ts'

/** Whether a modal dialog covers the screen. */
const isAsked = (): boolean =>
  document.querySelector('dialog[open]') !== null ||
  document.querySelector('#main')?.closest('[aria-hidden=true]') !== null

/**
 * Opens the search of the user's summaries from every screen, as /, Ctrl+K and Cmd+K do. It closes an open summary; a
 * question that waits for an answer stays.
 */
export function SearchButton() {
  const [path, navigate] = useLocation()
  const { openId, close } = useOpenSummary()
  const isOnList = path.startsWith(pagePaths.summaries)

  const search = useCallback(() => {
    if (!isOnList) navigate(pagePaths.summaries)
    else if (openId !== null) close()
    focusSearch()
  }, [isOnList, openId, close, navigate])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || event.repeat) return
      event.preventDefault()
      if (openId !== null ? document.querySelector('[role=alertdialog]') === null : !isAsked()) search()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [openId, search])

  return (
    <button
      type="button"
      aria-keyshortcuts={searchKeys}
      title={`Search your summaries (${searchHint()})`}
      onClick={search}
      className="relative touch-target inline-flex min-h-9 items-center gap-2 rounded-control px-2 text-sm text-ink-soft transition-colors duration-150 hover:bg-sunk hover:text-ink"
    >
      <Search aria-hidden="true" className="size-4.5" />
      <span className="sr-only">Go to search</span>
      <kbd className="hidden font-sans text-xs lg:pointer-fine:inline">{searchHint()}</kbd>
    </button>
  )
}
