import { ownPath } from '../../../shared/redirect-params.ts'

/** An address with the `returnTo` of the current one, where that has one of our own. */
export function withReturnTo(path: string, search: string): string {
  const returnTo = ownPath(new URLSearchParams(search).get('returnTo'), '')
  return returnTo === '' ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`
}
