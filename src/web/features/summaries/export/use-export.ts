import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError, isUnauthorized, reasonOf, request, requiresUpgrade } from '../../../lib/api/client.ts'
import { usePlanRefresh } from '../../../lib/plans/subscription.ts'

/** Longer than a busy server takes to typeset a PDF: closing the tab earlier would cancel the download. */
const DOWNLOAD_TIMEOUT_MS = 60_000

/** Opens a file in a new tab, or in this one if the browser blocks it. Closes a tab that a download leaves empty. */
function openFile(path: string): void {
  const tab = window.open(path, '_blank')
  if (tab === null) return window.location.assign(path)
  setTimeout(() => {
    if (!tab.closed && tab.location.href === 'about:blank') tab.close()
  }, DOWNLOAD_TIMEOUT_MS)
}

/**
 * Opens an export in a new tab, where the browser saves the file under the server's name for it. A HEAD request checks
 * first whether the server allows the export, since this page can't see an error in the new tab. It counts no export.
 *
 * @throws what `request` throws
 */
async function exportFile(path: string): Promise<void> {
  try {
    const response = await request(path, { method: 'HEAD' })
    // An unread response appears as aborted in the network log.
    await response.text()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // HEAD responses have no message.
    await request(path)
  }
  openFile(path)
}

export function useExport() {
  const [refusal, setRefusal] = useState<string | null>(null)
  const refreshPlan = usePlanRefresh()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: exportFile,
    onError: (failure) => {
      if (isUnauthorized(failure)) return
      if (requiresUpgrade(failure)) {
        setRefusal(reasonOf(failure, 'Your plan includes no exports.'))
        // This page has an outdated plan.
        void refreshPlan()
      } else {
        // oxlint-disable-next-line no-console -- for debugging; the page shows a short message
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
    /** Why the last export failed; null if it did not, or if the plan includes no exports. */
    failure: requiresUpgrade(error) || isUnauthorized(error) ? null : error,
    refusal,
    refuse: setRefusal,
    forget,
  }
}

export type SummaryExport = ReturnType<typeof useExport>
