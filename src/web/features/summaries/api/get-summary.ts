import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api/client.ts'
import { summaryKeys } from '../../../lib/queries.ts'

/** GET /api/summaries/{id}, as a query. */
export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: summaryKeys.one(id),
    queryFn: ({ signal }) => callApi('getSummary', { params: { id }, signal }),
  })

/** GET /api/summaries/{id}. */
export function useSummary(id: string, enabled = true) {
  return useQuery({ ...summaryQuery(id), enabled })
}
