import { useLayoutEffect } from 'react'
import { useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod'

const stateSchema = z
  .object({ token: z.string().nullable().default(null), outcome: z.unknown().optional() })
  .catch({ token: null, outcome: undefined })

interface MailedLink {
  /** Null where the address carried none, or an empty one, and once there is an outcome. */
  token: string | null
  /** What `settleLink` was given. */
  outcome?: unknown
}

/**
 * The token of a mailed link. It leaves the address at once, for nobody to see over a shoulder, in the browser's history
 * or as the page that another was opened from; the entry of the history keeps it in its state, which only this page
 * reads, so that it survives a reload.
 */
export function useMailedLink(): MailedLink {
  const inAddress = new URLSearchParams(useSearch()).get('token')
  const state = stateSchema.parse(useHistoryState<unknown>())
  useLayoutEffect(() => {
    if (inAddress !== null) history.replaceState({ token: inAddress }, '', location.pathname)
  }, [inAddress])
  return inAddress === null
    ? { ...state, token: state.token || null }
    : { token: inAddress || null, outcome: undefined }
}

/**
 * Keeps what a link has led to in place of its token: the token is used up, and neither a reload nor a screen that is
 * built anew because nobody is signed in any more shall ask with it again. Does nothing on any page but that of `path`.
 */
export function settleLink(path: string, outcome: object): void {
  if (location.pathname === path) history.replaceState({ outcome }, '')
}
