import { useEffect, useRef } from 'react'
import { googleSignInPath } from '../../../shared/api/account-calls.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Button } from '../../components/button.tsx'
import { GoogleMark } from '../../components/google-mark.tsx'

interface SignInAgainProps {
  /** Where on the page to come back to: "#email", say. */
  place: string
  onCancel?: () => void
}

/** Asks for a fresh sign-in before something that needs one, and leads there and back. */
export function SignInAgain({ place, onCancel }: SignInAgainProps) {
  const returnTo = encodeURIComponent(`${pagePaths.account}${place}`)
  const link = useRef<HTMLAnchorElement>(null)
  // It comes in place of what had the keyboard.
  useEffect(() => link.current?.focus(), [])
  return (
    <div role="alert" className="border-l-2 border-line-strong pl-4.5">
      <p className="font-medium">Please sign in again to do this</p>
      <p className="mt-1 max-w-[52ch] text-sm text-ink-soft">
        Your account has no password to ask for, so Google has to confirm that it is you. You will come right back here.
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button asChild look="plain">
          <a ref={link} href={`${googleSignInPath}?returnTo=${returnTo}`}>
            <GoogleMark /> Continue with Google
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
