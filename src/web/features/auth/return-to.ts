import { ownPath } from '../../../shared/redirect-params.ts'

/** A path with the `returnTo` of the current query, if that is a path of this site. */
export function withReturnTo(path: string, search: string): string {
  const returnTo = ownPath(new URLSearchParams(search).get('returnTo'), '')
  return returnTo === '' ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`
}
