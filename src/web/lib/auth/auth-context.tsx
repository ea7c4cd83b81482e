import { notifyManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { User } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { forgettingSignIn, hasSignedIn } from '../../../shared/cookies.ts'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { claimTab } from '../drafts.ts'
import { plansQuery, signInOptionsQuery, userKey } from '../queries.ts'
import { clearSession } from '../store.ts'

/** Has the browser forget that it signed in. Each question after a session has ended would note an error in it. */
function forgetSignIn(): void {
  for (const line of forgettingSignIn) document.cookie = line
}

/**
 * The signed-in person, or null. A browser that never signed in is not asked for. A 401 means that nobody is signed in.
 * Any other failure gives `known`: null at the first load, and later the person already in place, so that a lost
 * connection signs nobody out.
 */
export async function fetchCurrentUser(signal: AbortSignal, known: User | null): Promise<User | null> {
  if (!hasSignedIn(document.cookie)) return null
  try {
    return await callApi(calls.currentUser, { signal, handlesExpiry: true })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) return known
    forgetSignIn()
    return null
  }
}

/** Name under which the tabs of one browser tell each other who is signed in. Nothing is kept by it. */
const CHANNEL = 'precis.person'

/** Tabs of one browser, which share its session. */
interface OtherTabs {
  /** Tells the others who this tab takes the person for. */
  tell: (userId: string | null) => void
  close: () => void
}

/**
 * Joins the tabs of this browser. They share one session: a tab that still shows somebody who has signed out in
 * another, or whose place another person has taken there, would show and change things under the wrong name.
 *
 * @param onTold what to do when another tab says who it takes the person for; a hint to look, not proof
 */
function joinOtherTabs(onTold: (userId: string | null) => void): OtherTabs {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === null || typeof data === 'string') onTold(data)
  })
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than its own
    tell: (userId) => channel.postMessage(userId),
    close: () => channel.close(),
  }
}

interface SamePerson {
  /** Undefined while it is not yet known. */
  user: User | null | undefined
  setUser: (user: User | null) => Promise<void>
}

/**
 * Keeps this tab with the person that the browser's session is of. When another tab signs in or out, the server is
 * asked: whoever left is forgotten here too, and for another person the page begins anew, since what stands on it and
 * what is under way is not theirs.
 */
function useSamePerson({ user, setUser }: SamePerson): void {
  const tabs = useRef<OtherTabs>(null)
  const id = user === undefined ? undefined : (user?.id ?? null)

  const look = useEffectEvent(async (told: string | null) => {
    if (id === undefined || told === id) return
    const known = user ?? null
    const found = await fetchCurrentUser(AbortSignal.timeout(10_000), known)
    if (found?.id === known?.id) return
    if (known === null) return setUser(found)
    if (found === null) await setUser(null)
    clearSession()
    if (found !== null) window.location.reload()
  })

  useEffect(() => {
    tabs.current = joinOtherTabs((told) => void look(told))
    return () => tabs.current?.close()
  }, [])

  useEffect(() => {
    if (id !== undefined) tabs.current?.tell(id)
  }, [id])
}

/** Who is using the app. */
interface Auth {
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

const publicData: ReadonlySet<unknown> = new Set([userKey, plansQuery.queryKey, signInOptionsQuery.queryKey].flat())

/** Loads the current user once and hands it to the app. */
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
      const forget = () => queryClient.removeQueries({ predicate: ({ queryKey }) => !publicData.has(queryKey[0]) })
      if (user !== null) {
        claimTab(user.id)
        forget()
      }
      queryClient.setQueryData<User | null>(userKey, user)
      // Screens are told in a later task; what is scheduled after them runs after them.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
      // A screen that still stood would ask again for what is gone, and be refused.
      if (queryClient.getQueryData(userKey) === null) forget()
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
