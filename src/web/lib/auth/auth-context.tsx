import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import type { User } from '../../../shared/accounts.ts'
import { claimTab } from '../forget-person.ts'
import { queryKeys } from '../keys.ts'
import { fetchCurrentUser } from './current-user.ts'
import { useSamePerson } from './use-same-person.ts'

/** Who is using the app. */
export interface Auth {
  /** Null when nobody is signed in, and while that is not yet known. */
  user: User | null
  isLoading: boolean
  /**
   * Puts a person in place after sign-in, or null after sign-out, and forgets what the one before has loaded. Resolves
   * when every screen knows, so that whoever goes to another screen then meets no guard that takes them for the one
   * they were.
   */
  setUser: (user: User | null) => Promise<void>
}

const AuthContext = createContext<Auth | null>(null)

const everybodysData: ReadonlySet<unknown> = new Set([
  ...queryKeys.user,
  ...queryKeys.plans,
  ...queryKeys.signInOptions,
])

/** Loads the current user once and hands it to the app. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const { data, isPending } = useQuery({
    queryKey: queryKeys.user,
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<User | null>(queryKeys.user) ?? null
      const user = await fetchCurrentUser(signal, known)
      if (user !== null) claimTab(user.id)
      return user
    },
    retry: false,
  })

  const setUser = useCallback(
    async (user: User | null) => {
      const forget = () => queryClient.removeQueries({ predicate: ({ queryKey }) => !everybodysData.has(queryKey[0]) })
      if (user !== null) {
        claimTab(user.id)
        forget()
      }
      queryClient.setQueryData<User | null>(queryKeys.user, user)
      // Screens are told in a later task; what is scheduled after them runs after them.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
      // A screen that still stood would ask again for what is gone, and be refused.
      if (queryClient.getQueryData(queryKeys.user) === null) forget()
    },
    [queryClient],
  )

  useSamePerson({ user: data, setUser })

  const auth = useMemo(() => ({ user: data ?? null, isLoading: isPending, setUser }), [data, isPending, setUser])
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** Who is using the app. Throws outside AuthProvider. */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider.')
  return auth
}

/** The signed-in person, on screens that only a signed-in person can reach. Throws where nobody is. */
export function useUser(): User {
  const { user } = useAuth()
  if (user === null) throw new Error('useUser must be used on a screen for signed-in people.')
  return user
}
