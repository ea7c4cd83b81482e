import { useQuery } from '@tanstack/react-query'
import { type Account, accountSchema } from '../../../../shared/accounts.ts'
import { queryKeys } from '../../../lib/keys.ts'

const parseAccount = (data: unknown): Account => accountSchema.parse(data)

/** GET /api/account: how the person signs in. Asked for anew each time, as it says how fresh the sign-in is. */
export function useAccount() {
  return useQuery({ queryKey: queryKeys.account, select: parseAccount, staleTime: 0 })
}
