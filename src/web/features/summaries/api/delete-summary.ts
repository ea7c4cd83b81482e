import { calls } from '../../../../shared/api/calls.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'

/**
 * DELETE /api/summaries/{id}. One that is gone already counts as deleted.
 *
 * @param options.ifFree only if that cancels the summary at no cost; else an ApiError with status 409
 */
export async function deleteSummary(id: string, { ifFree = false }: { ifFree?: boolean } = {}): Promise<void> {
  try {
    await callApi(calls.deleteSummary, { params: { id }, query: ifFree ? { ifFree: 'true' } : {} })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Whether an error says that deleting was to be free and isn't: the summary is being written, or has ended. */
export const isNotFree = (error: unknown): boolean => error instanceof ApiError && error.status === 409

/** POST /api/summaries/{id}/restore: takes a deletion back. An ApiError with status 404 says that it is too late. */
export async function restoreSummary(id: string): Promise<Summary> {
  return callApi(calls.restoreSummary, { params: { id } })
}
