import { useQuery } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { signInPaths } from '../../../shared/api/routes.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Button } from '../../components/button.tsx'
import { PasswordField, SubmitButton } from '../../components/form/form.tsx'
import { GoogleMark } from '../../components/google-mark.tsx'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { focusOnMount } from '../../lib/page/focus.ts'
import { accountQuery, signInOptionsQuery } from '../../lib/queries.ts'
import { createSessionStore } from '../../lib/stores/store.ts'

const accountDraftSchema = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  newEmail: z.string().optional(),
})
type AccountDraft = z.infer<typeof accountDraftSchema>

const empty: AccountDraft = {}

/** Unsaved input of the forms on the Account page, except passwords. */
export const accountDraft = createSessionStore('account-draft', (stored) => accountDraftSchema.parse(stored), empty)

/** Stores parts of the input; parts that are undefined are removed. */
export function changeAccountDraft(change: AccountDraft): void {
  const draft = { ...accountDraft.get(), ...change }
  accountDraft.set(Object.values(draft).some((text) => text !== undefined) ? draft : empty)
}

/** The current password, which confirms the user's identity; required if they have one. */
export const ownPassword = (hasPassword: boolean) =>
  hasPassword ? z.string().min(1, { error: 'Please enter your password.' }) : z.undefined()

/** State of a form that replaces its button, which gets focus back; `isOpenAtFirst` if the form was left open. */
export function useDisclosure(isOpenAtFirst = false) {
  const [state, setState] = useState<'closed' | 'left-open' | 'opened'>(isOpenAtFirst ? 'left-open' : 'closed')
  const opener = useRef<HTMLButtonElement>(null)
  const open = () => setState('opened')
  const close = () => {
    flushSync(() => setState('closed'))
    opener.current?.focus({ preventScroll: true })
  }
  return { isOpen: state !== 'closed', takesFocus: state === 'opened', open, close, opener }
}

interface FormButtonsProps {
  sending: string
  onCancel: () => void
  /** Whether to mark unsaved changes. */
  marksChanges?: boolean
  children: ReactNode
}

export function FormButtons({ sending, onCancel, marksChanges = false, children }: FormButtonsProps) {
  const { isDirty, isSubmitting } = useFormContext().formState
  return (
    <div className="flex flex-wrap items-center gap-2.5 pt-1">
      <SubmitButton sending={sending}>{children}</SubmitButton>
      <Button look="text" disabled={isSubmitting} onClick={onCancel}>
        Cancel
      </Button>
      {marksChanges && isDirty && !isSubmitting ? (
        <span className="text-[0.8125rem] text-ink-soft">Not saved yet</span>
      ) : null}
    </div>
  )
}

/** Hidden field with the email, for password managers. */
export function Username() {
  const { email } = useUser()
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}

export function OwnPasswordField({ label }: { label: string }) {
  return (
    <>
      <Username />
      <PasswordField name="currentPassword" label={label} autoComplete="current-password" />
    </>
  )
}

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
