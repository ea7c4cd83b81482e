import { useLayoutEffect } from 'react'
import { useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod'

const stateSchema = z
  .object({ token: z.string().nullable().default(null), outcome: z.unknown().optional() })
  .catch({ token: null, outcome: undefined })

/**
 * Moves the token of an emailed link from the URL to the history entry, which survives a reload, but appears in no history
 * or referrer. It is null without one, and once `settleLink` has set an outcome.
 */
export function useMailedLink() {
  const inAddress = new URLSearchParams(useSearch()).get('token')
  const state = stateSchema.parse(useHistoryState<unknown>())
  useLayoutEffect(() => {
    if (inAddress !== null) history.replaceState({ token: inAddress }, '', location.pathname)
  }, [inAddress])
  return inAddress === null
    ? { ...state, token: state.token || null }
    : { token: inAddress || null, outcome: undefined }
}

/** Replaces the used token with its outcome, so that nothing sends it again, unless the user has left `path`. */
export function settleLink(path: string, outcome: object): void {
  if (location.pathname === path) history.replaceState({ outcome }, '')
}
