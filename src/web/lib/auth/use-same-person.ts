import { useEffect, useEffectEvent, useRef } from 'react'
import type { User } from '../../../shared/accounts.ts'
import { forgetPerson } from '../forget-person.ts'
import { fetchCurrentUser } from './current-user.ts'
import { joinOtherTabs, type OtherTabs } from './other-tabs.ts'

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
export function useSamePerson({ user, setUser }: SamePerson): void {
  const tabs = useRef<OtherTabs>(null)
  const id = user === undefined ? undefined : (user?.id ?? null)

  const look = useEffectEvent(async (told: string | null) => {
    if (id === undefined || told === id) return
    const known = user ?? null
    const found = await fetchCurrentUser(AbortSignal.timeout(10_000), known)
    if (found?.id === known?.id) return
    if (known === null) return setUser(found)
    if (found === null) await setUser(null)
    forgetPerson()
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
