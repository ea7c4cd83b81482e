import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearch } from 'wouter'
import { signInPaths } from '../../../shared/api/routes.ts'
import { ownPath } from '../../../shared/redirect-params.ts'
import { Button, Spinner } from '../../components/button.tsx'
import { GoogleMark } from '../../components/google-mark.tsx'
import { useWindowEvent } from '../../lib/page/input.ts'
import { signInOptionsQuery } from '../../lib/queries.ts'
import { sells } from '../../lib/site.ts'

/** A path with the `returnTo` of the current query, if that is a path of this site. */
export function withReturnTo(path: string, search: string): string {
  const returnTo = ownPath(new URLSearchParams(search).get('returnTo'), '')
  return returnTo === '' ? path : `${path}?returnTo=${encodeURIComponent(returnTo)}`
}

/** A path with the token of an invitation, if there is one. */
const withInvitation = (path: string, invitation: string | null): string =>
  invitation === null ? path : `${path}${path.includes('?') ? '&' : '?'}invitation=${encodeURIComponent(invitation)}`

interface ProviderButtonProps {
  href: string
  name: string
  mark: ReactNode
  disabled: boolean
  /** Id of the text that explains why the button is disabled. */
  hintId?: string | undefined
}

function ProviderButton({ href, name, mark, disabled, hintId }: ProviderButtonProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  // The user went back from the provider's page.
  useWindowEvent('pageshow', () => setIsLeaving(false))
  const label = `Continue with ${name}`
  return disabled ? (
    <Button wide look="plain" disabled aria-describedby={hintId}>
      {mark}
      {label}
    </Button>
  ) : (
    <Button asChild wide look="plain">
      {/* A plain link, since the server redirects to the provider. */}
      <a href={href} aria-busy={isLeaving} onClick={() => setIsLeaving(true)}>
        {isLeaving ? <Spinner className="size-4" /> : mark}
        {label}
      </a>
    </Button>
  )
}

/** Buttons of the sign-in providers. Where Google isn't set up and nothing replaces it, its button explains that. */
export function ProviderButtons({ disabled, invitation = null }: { disabled: boolean; invitation?: string | null }) {
  const search = useSearch()
  const { data: options } = useQuery(signInOptionsQuery)
  const hrefOf = (path: string): string => withInvitation(withReturnTo(path, search), invitation)
  const oidc = options?.oidc ?? null
  const isSetUp = options?.google !== false
  const hasGoogle = options === undefined ? sells : options.google || (sells && oidc === null)
  if (!hasGoogle && oidc === null) return null
  return (
    <>
      <p className="my-6 flex items-center gap-4 text-[0.8125rem] text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="relative flex flex-col gap-3">
        {hasGoogle ? (
          <ProviderButton
            href={hrefOf(signInPaths.google)}
            name="Google"
            mark={<GoogleMark />}
            disabled={disabled || !isSetUp}
            hintId={isSetUp ? undefined : 'google-hint'}
          />
        ) : null}
        {oidc === null ? null : (
          <ProviderButton href={hrefOf(signInPaths.oidc)} name={oidc} mark={<LogIn />} disabled={disabled} />
        )}
        {!hasGoogle || isSetUp ? null : (
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
