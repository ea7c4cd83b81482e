import type { Summary } from '../../../../shared/summary.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { callApi, callDelete } from '../../../lib/api/client.ts'

/**
 * DELETE /api/summaries/{id}. Succeeds if the summary does not exist.
 *
 * @param options.ifFree deletes only if that cancels the summary at no cost; otherwise throws an ApiError with status 409
 */
export async function deleteSummary(id: string, { ifFree = false }: { ifFree?: boolean } = {}): Promise<void> {
  await callDelete('deleteSummary', { params: { id }, query: ifFree ? { ifFree: 'true' } : {} })
}

/** Whether `ifFree` prevented a deletion, because the summary is being written or has ended. */
export const isNotFree = (error: unknown): boolean => error instanceof ApiError && error.status === 409

/** POST /api/summaries/{id}/restore: undoes a deletion. Throws an ApiError with status 404 if it is too late. */
export async function restoreSummary(id: string): Promise<Summary> {
  return callApi('restoreSummary', { params: { id } })
}
