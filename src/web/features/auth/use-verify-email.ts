import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { calls } from '../../../shared/api/calls.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { callApi } from '../../lib/api/client.ts'
import { queryKeys } from '../../lib/keys.ts'
import { settleLink } from './mailed-link.ts'

export const verifiedSchema = calls.verifyEmail.responses[200]
export type Verified = z.output<typeof verifiedSchema>

/** POST /api/auth/verify-email: the address that is confirmed now, and whether it replaced another one. */
export function verifyEmail(token: string): Promise<Verified> {
  return callApi(calls.verifyEmail, 200, { body: { token } })
}

/**
 * Confirms an address as soon as its page stands. A query, although it changes something: the cache sees to it that a
 * token is sent once, however often the page is built.
 */
export function useVerifyEmail(token: string) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: [calls.verifyEmail.path, token],
    queryFn: async () => {
      const verified = await verifyEmail(token)
      settleLink(pagePaths.verifyEmail, verified)
      await queryClient.invalidateQueries({ queryKey: queryKeys.user })
      return verified
    },
    networkMode: 'always',
    retryOnMount: false,
    refetchOnReconnect: false,
  })
}
