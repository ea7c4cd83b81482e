import { type ReactNode, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '../../components/button.tsx'
import { PasswordField, SubmitButton } from '../../components/form.tsx'
import { useUser } from '../../lib/auth/auth-context.tsx'

/** The current password, which confirms the user's identity; required if they have one. */
export const ownPassword = (hasPassword: boolean) =>
  hasPassword ? z.string().min(1, { error: 'Please enter your password.' }) : z.undefined()

/**
 * State of a form that replaces the button that opens it. The button gets focus back when the form closes.
 *
 * @param isOpenAtFirst whether the form was left open
 */
export function useDisclosure(isOpenAtFirst = false) {
  const [state, setState] = useState<'closed' | 'left-open' | 'opened'>(isOpenAtFirst ? 'left-open' : 'closed')
  const opener = useRef<HTMLButtonElement>(null)
  const open = useCallback(() => setState('opened'), [])
  const close = useCallback(() => {
    flushSync(() => setState('closed'))
    opener.current?.focus({ preventScroll: true })
  }, [])
  return { isOpen: state !== 'closed', takesFocus: state === 'opened', open, close, opener }
}

interface FormButtonsProps {
  sending: string
  onCancel: () => void
  /** Whether to mark unsaved changes. */
  marksChanges?: boolean
  children: ReactNode
}

/** Buttons of a form that opens in a row. */
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

/** The user's current password. */
export function OwnPasswordField({ label }: { label: string }) {
  return (
    <>
      <Username />
      <PasswordField name="currentPassword" label={label} autoComplete="current-password" />
    </>
  )
}
