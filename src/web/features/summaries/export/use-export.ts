import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError, isUnauthorized, reasonOf, requiresUpgrade } from '../../../lib/api/api-error.ts'
import { request } from '../../../lib/api/client.ts'
import { usePlanRefresh } from '../../../lib/subscription.ts'

/** Longer than the server takes to typeset a PDF when it is busy: closing the tab earlier would cancel the download. */
const ARRIVED_MS = 60_000

/**
 * Opens an address that answers with a file. Most browsers close a tab that turns out to be a download; in the others it
 * would stay behind, empty. One that opens no tab at all, long after the click, keeps the file all the same.
 */
function openFile(path: string): void {
  const tab = window.open(path, '_blank')
  if (tab === null) return window.location.assign(path)
  setTimeout(() => {
    if (!tab.closed && tab.location.href === 'about:blank') tab.close()
  }, ARRIVED_MS)
}

/**
 * Opens an address of exports in a new tab, where a browser keeps the file under the name that the server gives it.
 * Whether it would go is asked first, since what the new tab is refused the page would not hear; that, and what is
 * refused, counts nothing.
 *
 * @throws what `request` throws
 */
async function exportFile(path: string): Promise<void> {
  try {
    const look = await request(path, { method: 'HEAD' })
    // Unread, even an empty answer counts as aborted in the network log.
    await look.text()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // An answer to HEAD has no words. Should it go after all by now, it does.
    await request(path)
  }
  openFile(path)
}

export interface SummaryExport {
  /** Exports what an address answers with. */
  start: (path: string) => void
  isPending: boolean
  /** Why the last export failed; null where it did not, or where a plan stands in the way. */
  failure: Error | null
  /** Why the person's plan gives none; null while that has not come up. */
  refusal: string | null
  /** Says that the person's plan gives none. */
  refuse: (reason: string) => void
  /** Says it no longer. */
  forget: () => void
}

/** Exports summaries, and keeps what stands in the way of it. */
export function useExport(): SummaryExport {
  const [refusal, setRefusal] = useState<string | null>(null)
  const refreshPlan = usePlanRefresh()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: exportFile,
    onError: (failure) => {
      if (isUnauthorized(failure)) return
      if (requiresUpgrade(failure)) {
        setRefusal(reasonOf(failure, 'Your plan includes no exports.'))
        // The page took it for one that does.
        void refreshPlan()
      } else {
        // oxlint-disable-next-line no-console -- what the page says in a line is for the person; this is for whoever looks into it
        console.warn('Export failed', failure)
      }
    },
  })
  const forget = useCallback(() => {
    setRefusal(null)
    reset()
  }, [reset])
  return {
    start: mutate,
    isPending,
    failure: requiresUpgrade(error) || isUnauthorized(error) ? null : error,
    refusal,
    refuse: setRefusal,
    forget,
  }
}
