import { useQuery } from '@tanstack/react-query'
import { type SignInOptions, signInOptionsSchema } from '../../../shared/accounts.ts'
import { queryKeys } from '../keys.ts'

const parseOptions = (data: unknown): SignInOptions => signInOptionsSchema.parse(data)

/** Which ways of signing in are set up here. */
export function useSignInOptions() {
  return useQuery({ queryKey: queryKeys.signInOptions, select: parseOptions })
}
