import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import type { User } from '../../../shared/account/accounts.ts'
import { forgettingSignIn, hasSignedIn } from '../../../shared/account/cookies.ts'
import { callApi, hasStatus } from '../api/client.ts'
import { claimKept, claimKeptUser, isUnreachable } from '../kept.ts'
import { plansQuery, signInOptionsQuery, userKey } from '../queries.ts'
import { subscribeConsent } from '../stores/consent.ts'
import { claimTab } from '../stores/drafts.ts'
import { clearSession } from '../stores/store.ts'
import { tabChannel } from '../stores/tab-channel.ts'

/**
 * The signed-in user, or null. Browsers that never signed in don't ask. A 401 means that no user is signed in. Any other
 * failure gives `known`: null at the first load, and later the present user, so that a lost connection signs no one out.
 * Without a connection, the first load gives the user of the last one.
 */
export async function fetchCurrentUser(signal: AbortSignal, known: User | null): Promise<User | null> {
  if (!hasSignedIn(document.cookie)) {
    void claimKept(null)
    return null
  }
  try {
    const user = await callApi('currentUser', { signal, handlesExpiry: true })
    void claimKept(user)
    return user
  } catch (error) {
    if (!hasStatus(error, 401)) return known ?? (isUnreachable(error) ? claimKeptUser() : null)
    void claimKept(null)
    // Each further request without a session would log an error in the console.
    for (const cookie of forgettingSignIn) document.cookie = cookie
    return null
  }
}

/** Announces to the browser's other tabs who is signed in. */
const userChannel = tabChannel('precis.person')

/** Follows sign-in and sign-out in other tabs. After another user's sign-in, reloads the page, which is the earlier user's. */
function useTabSync(user: User | null | undefined, setUser: Auth['setUser']): void {
  const id = user === undefined ? undefined : (user?.id ?? null)
  const check = useEffectEvent(async (announced: unknown) => {
    if (id === undefined || announced === id) return
    const known = user ?? null
    const found = await fetchCurrentUser(AbortSignal.timeout(10_000), known)
    if (found?.id === known?.id) return
    if (known === null) return setUser(found)
    if (found === null) await setUser(null)
    clearSession()
    if (found !== null) window.location.reload()
  })
  useEffect(() => userChannel.listen((announced) => void check(announced)), [])
  useEffect(() => {
    if (id !== undefined) userChannel.post(id)
  }, [id])
}

interface Auth {
  /** Null when no user is signed in, and while that is not known yet. */
  user: User | null
  isLoading: boolean
  /** Sets or removes the user and the earlier user's data. Resolves when every screen has been rendered with it. */
  setUser: (user: User | null) => Promise<void>
}

const AuthContext = createContext<Auth | null>(null)

const publicData: ReadonlySet<unknown> = new Set([userKey, plansQuery.queryKey, signInOptionsQuery.queryKey].flat())

export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const { data, isPending } = useQuery({
    queryKey: userKey,
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<User | null>(userKey) ?? null
      const user = await fetchCurrentUser(signal, known)
      if (user !== null) claimTab(user.id)
      return user
    },
    retry: false,
  })

  const setUser = useCallback(
    async (user: User | null) => {
      await claimKept(user)
      const forget = () => queryClient.removeQueries({ predicate: ({ queryKey }) => !publicData.has(queryKey[0]) })
      if (user !== null) {
        claimTab(user.id)
        forget()
      }
      queryClient.setQueryData<User | null>(userKey, user)
      // Screens are notified in a later task, and this runs after them.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
      // Any earlier, a mounted screen would load its data again, and be rejected.
      if (queryClient.getQueryData(userKey) === null) forget()
    },
    [queryClient],
  )

  useTabSync(data, setUser)
  // A decision about cookies is also about copies.
  useEffect(() => (data === undefined ? undefined : subscribeConsent(() => void claimKept(data))), [data])

  const auth = useMemo(() => ({ user: data ?? null, isLoading: isPending, setUser }), [data, isPending, setUser])
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** The signed-in user and how to change it. Throws outside AuthProvider. */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider.')
  return auth
}

/** The signed-in user, on screens that only signed-in users reach. Throws without one. */
export function useUser(): User {
  const { user } = useAuth()
  if (user === null) throw new Error('useUser must be used on a screen for signed-in users.')
  return user
}
