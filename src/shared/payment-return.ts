import { pagePaths } from './paths.ts'

/** What the hosted page's way back says in the address: paid (with the payment's session), or left without paying. */
export type PaymentReturn = { kind: 'success'; sessionId: string } | { kind: 'canceled' }

const parameters = ['success', 'session_id', 'canceled'] as const

/** The pages that hosted pages lead back to. */
const returnPaths: ReadonlySet<string> = new Set([pagePaths.home, pagePaths.dashboard, pagePaths.subscribe])

/** What a query string says of a payment; null where it says nothing. */
export function readReturn(search: string): PaymentReturn | null {
  const query = new URLSearchParams(search)
  const sessionId = query.get('session_id') ?? ''
  if (query.get('success') === 'true' && sessionId !== '') return { kind: 'success', sessionId }
  return query.get('canceled') === 'true' ? { kind: 'canceled' } : null
}

/** Whether somebody comes back from having paid. */
export const isPaidReturn = (search: string): boolean => readReturn(search)?.kind === 'success'

/** Whether a page reads the query of a payment. */
export const isReturnPath = (path: string): boolean => returnPaths.has(path)

/** A path with its query, without what a payment has put there. */
export function withoutReturn(path: string, search: string): string {
  const query = new URLSearchParams(search)
  for (const name of parameters) query.delete(name)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
