import { useCallback } from 'react'
import { changeDraft, emptyDraft } from '../drafts.ts'
import { forgetAllSent } from '../sent.ts'
import { useAuth } from './auth-context.tsx'

/** A function that leaves nothing of a person behind on the page once their session has ended. Resolves as `setUser` does. */
export function useForgetPerson(): () => Promise<void> {
  const { setUser } = useAuth()
  return useCallback(async () => {
    await setUser(null)
    changeDraft(emptyDraft)
    forgetAllSent()
  }, [setUser])
}
