import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { googleSignInPath } from '../../../shared/api/routes.ts'
import { Button } from '../../components/button.tsx'
import { GoogleMark } from '../../components/google-mark.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { signInOptionsQuery } from '../../lib/queries.ts'
import { useWindowEvent } from '../../lib/use-window-event.ts'
import { withReturnTo } from './return-to.ts'

/** A path with the token of an invitation, if there is one. */
const withInvitation = (path: string, invitation: string | null): string =>
  invitation === null ? path : `${path}${path.includes('?') ? '&' : '?'}invitation=${encodeURIComponent(invitation)}`

const LABEL = 'Continue with Google'

/** Button that signs in with Google, or explains that Google sign-in isn't set up. */
export function GoogleButton({ disabled, invitation = null }: { disabled: boolean; invitation?: string | null }) {
  const search = useSearch()
  const { data: options } = useQuery(signInOptionsQuery)
  const [isLeaving, setIsLeaving] = useState(false)
  // The user went back from Google's page.
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
            {/* A plain link, since the server redirects to Google. */}
            <a
              href={withInvitation(withReturnTo(googleSignInPath, search), invitation)}
              aria-busy={isLeaving}
              onClick={() => setIsLeaving(true)}
            >
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
          // Absolutely positioned, so that nothing moves when it appears.
          <p
            id="google-hint"
            className="absolute inset-x-0 top-full flex h-8 items-center justify-center text-[0.8125rem] text-ink-soft"
          >
            Google sign-in isn’t set up here.
          </p>
        )}
      </div>
    </>
  )
}
