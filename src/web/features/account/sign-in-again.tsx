import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { signInPaths } from '../../../shared/api/routes.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Button } from '../../components/button.tsx'
import { GoogleMark } from '../../components/google-mark.tsx'
import { focusOnMount } from '../../lib/focus.ts'
import { accountQuery, signInOptionsQuery } from '../../lib/queries.ts'

interface SignInAgainProps {
  /** Query or fragment of the page to come back to, such as "#email". */
  returnTo: string
  onCancel?: () => void
}

/** Asks for another sign-in before an action that requires a recent one. */
export function SignInAgain({ returnTo, onCancel }: SignInAgainProps) {
  // Loaded by the page; loading it again would reset the form.
  const { data: account } = useQuery({ ...accountQuery, enabled: false })
  const { data: options } = useQuery(signInOptionsQuery)
  const isOidc = account?.googleConnected === false && account.oidcConnected
  const name = isOidc ? (options?.oidc ?? 'single sign-on') : 'Google'
  const path = isOidc ? signInPaths.oidc : signInPaths.google
  return (
    <div role="alert" className="border-l-2 border-line-strong pl-4.5">
      <p className="font-medium">Please sign in again to do this</p>
      <p className="mt-1 max-w-[52ch] text-sm text-ink-soft">
        You don’t have a password, so please confirm with {name}. You’ll come right back.
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button asChild look="plain">
          <a ref={focusOnMount} href={`${path}?returnTo=${encodeURIComponent(pagePaths.account + returnTo)}`}>
            {isOidc ? <LogIn /> : <GoogleMark />} Continue with {name}
          </a>
        </Button>
        {onCancel ? (
          <Button look="text" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </div>
  )
}
