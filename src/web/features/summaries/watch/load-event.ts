import { calls } from '../../../../shared/api/calls.ts'
import type { SummaryEvent } from '../../../../shared/summary.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { callApi } from '../../../lib/api/client.ts'
import { eventOf } from './watch-state.ts'

/**
 * Looks at a summary that is being made, once. One that is gone, or that nobody may see any more, has failed.
 *
 * @throws where no answer came, or none that says anything of the summary
 */
export async function loadEvent(id: string): Promise<SummaryEvent | null> {
  try {
    return eventOf(await callApi(calls.getSummary, 200, { params: { id } }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return { type: 'failed', code: 'unauthorized', message: 'You are logged out.' }
    if (error.status !== 404) throw error
    return { type: 'failed', code: 'not_found', message: 'This summary is no longer there.' }
  }
}
