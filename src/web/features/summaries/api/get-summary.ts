import { queryOptions, useQuery } from '@tanstack/react-query'
import { calls } from '../../../../shared/api/calls.ts'
import { callApi } from '../../../lib/api/client.ts'
import { queryKeys } from '../../../lib/keys.ts'

/** GET /api/summaries/{id}, as a query. */
export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.summary(id),
    queryFn: ({ signal }) => callApi(calls.getSummary, 200, { params: { id }, signal }),
  })

/** GET /api/summaries/{id}. */
export function useSummary(id: string, enabled = true) {
  return useQuery({ ...summaryQuery(id), enabled })
}
