import { calls } from '../../../../shared/api/calls.ts'
import { callApi } from '../../../lib/api/client.ts'

/** POST /api/summaries/{id}/retry, answered at once: a failed summary is being made again, from what was sent for it. */
export async function retrySummary(id: string): Promise<void> {
  await callApi(calls.retrySummary, 202, { params: { id }, headers: { prefer: 'respond-async' } })
}
