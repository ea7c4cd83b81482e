import { queryOptions } from '@tanstack/react-query'
import { calls } from '../../../../shared/api/calls.ts'
import { callApi } from '../../../lib/api/client.ts'
import { queryKeys } from '../../../lib/keys.ts'

/** GET /api/summarizer, as a query: how summaries are made here, in which languages, and which of them was chosen last. */
export const summarizerQuery = queryOptions({
  queryKey: queryKeys.summarizer,
  queryFn: ({ signal }) => callApi(calls.summarizer, 200, { signal }),
})
