import { useQuery } from '@tanstack/react-query'
import { calls } from '../../../../shared/api/calls.ts'
import { callApi } from '../../../lib/api/client.ts'
import { queryKeys } from '../../../lib/keys.ts'

/** GET /api/account/sessions: where the person is signed in, the last seen first. Asked for anew each time. */
export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => callApi(calls.listSessions, 200, { signal }),
    staleTime: 0,
  })
}
