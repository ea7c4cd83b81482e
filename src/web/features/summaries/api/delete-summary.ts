import { calls } from '../../../../shared/api/calls.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'

/** How many of several requests are sent at once. */
export const AT_ONCE = 4

/** DELETE /api/summaries/{id}. One that is gone already counts as deleted. */
export async function deleteSummary(id: string): Promise<void> {
  try {
    await callApi(calls.deleteSummary, 204, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** POST /api/summaries/{id}/restore: takes a deletion back. An ApiError with status 404 says that it is too late. */
export async function restoreSummary(id: string): Promise<Summary> {
  return callApi(calls.restoreSummary, 200, { params: { id } })
}
