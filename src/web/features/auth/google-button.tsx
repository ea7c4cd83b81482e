import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { googleSignInPath } from '../../../shared/api/account-calls.ts'
import { Button } from '../../components/button.tsx'
import { GoogleMark } from '../../components/google-mark.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { signInOptionsQuery } from '../../lib/queries.ts'
import { useWindowEvent } from '../../lib/use-window-event.ts'
import { withReturnTo } from './return-to.ts'

const LABEL = 'Continue with Google'

/** Leads to the sign-in with Google, below a rule that sets it apart from the form; says so where there is none. */
export function GoogleButton({ disabled }: { disabled: boolean }) {
  const search = useSearch()
  const { data: options } = useQuery(signInOptionsQuery)
  const [isLeaving, setIsLeaving] = useState(false)
  // The browser is back from Google's page.
  useWindowEvent('pageshow', () => setIsLeaving(false))
  const isSetUp = options?.google !== false
  return (
    <>
      <p className="my-6 flex items-center gap-4 text-[0.8125rem] text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="relative">
        {isSetUp && !disabled ? (
          <Button asChild wide look="plain">
            {/* A page of the server's, so no link within the app. */}
            <a href={withReturnTo(googleSignInPath, search)} aria-busy={isLeaving} onClick={() => setIsLeaving(true)}>
              {isLeaving ? <Spinner className="size-4" /> : <GoogleMark />}
              {LABEL}
            </a>
          </Button>
        ) : (
          <Button wide look="plain" disabled aria-describedby={isSetUp ? undefined : 'google-hint'}>
            <GoogleMark />
            {LABEL}
          </Button>
        )}
        {isSetUp ? null : (
          // In the room below the button, which is there whether or not this is: nothing moves once it is known.
          <p
            id="google-hint"
            className="absolute inset-x-0 top-full flex h-8 items-center justify-center text-[0.8125rem] text-ink-soft"
          >
            Google sign-in is not set up here.
          </p>
        )}
      </div>
    </>
  )
}
