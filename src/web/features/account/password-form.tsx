import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { Account } from '../../../shared/accounts.ts'
import { FailureLine } from '../../components/failure-line.tsx'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { newPasswordSchema } from '../../lib/new-password-schema.ts'
import { useChangePassword } from './api/change-password.ts'
import { FormButtons, PasswordField, UsernameHint } from './form-parts.tsx'
import { ownPassword } from './own-password.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { needsFreshSignIn, useRefusal } from './use-refusal.ts'

const fields = ['currentPassword', 'newPassword'] as const

interface PasswordFormProps {
  account: Account
  onClose: () => void
}

/** Changes the password, or sets a first one. */
export function PasswordForm({ account: { hasPassword }, onClose }: PasswordFormProps) {
  const { email } = useUser()
  const change = useChangePassword(!hasPassword)
  const onSessionLoss = useSessionLoss()
  const form = useForm({
    resolver: zodResolver(newPasswordSchema.safeExtend({ currentPassword: ownPassword(hasPassword) })),
    defaultValues: { currentPassword: hasPassword ? '' : undefined, newPassword: '', confirm: '' },
  })
  const { register, handleSubmit, setFocus } = form
  const { errors } = form.formState
  const { rememberFocus, general } = useRefusal({ form, error: change.error, names: fields })
  useEffect(() => setFocus(hasPassword ? 'currentPassword' : 'newPassword'), [setFocus, hasPassword])

  const submit = handleSubmit(({ currentPassword, newPassword }) => {
    rememberFocus()
    change.mutate({ currentPassword, newPassword }, { onSuccess: onClose, onError: onSessionLoss })
  })
  return (
    <form
      noValidate
      aria-label={hasPassword ? 'Change password' : 'Set a password'}
      onSubmit={(event) => void submit(event)}
      className="max-w-[26rem] space-y-5"
    >
      <UsernameHint email={email} />
      {hasPassword ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
          readOnly={change.isPending}
        />
      ) : null}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={errors.newPassword === undefined ? 'At least 8 characters.' : null}
        error={errors.newPassword?.message}
        {...register('newPassword')}
        readOnly={change.isPending}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirm?.message}
        {...register('confirm')}
        readOnly={change.isPending}
      />
      <FailureLine error={general} fallback="Please try again in a moment." />
      {needsFreshSignIn(change.error) ? <SignInAgain place="#sign-in" /> : null}
      <FormButtons
        submit={change.isPending ? 'Saving...' : hasPassword ? 'Change password' : 'Set password'}
        pending={change.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
