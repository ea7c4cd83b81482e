import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Account, changePasswordSchema } from '../../../shared/accounts.ts'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { useChangePassword } from './api/change-password.ts'
import { FormButtons, FormProblem, PasswordField, UsernameHint } from './form-parts.tsx'
import { ownPassword } from './own-password.ts'
import { needsFreshSignIn, showFailure } from './show-failure.ts'
import { SignInAgain } from './sign-in-again.tsx'

const typedTwice = z.object({ newPassword: z.string(), confirmPassword: z.string() })

const passwordFormSchema = (hasPassword: boolean) =>
  changePasswordSchema
    .extend({ currentPassword: ownPassword(hasPassword), confirmPassword: z.string() })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      error: "Passwords don't match",
      path: ['confirmPassword'],
      // Also beside a password that is too short: both are to be mended.
      when: ({ value }) => typedTwice.safeParse(value).success,
    })

interface PasswordFormProps {
  account: Account
  onClose: () => void
}

/** Changes the password, or sets a first one. */
export function PasswordForm({ account: { hasPassword }, onClose }: PasswordFormProps) {
  const { email } = useUser()
  const change = useChangePassword(!hasPassword)
  const onSessionLoss = useSessionLoss()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(passwordFormSchema(hasPassword)),
    defaultValues: { currentPassword: hasPassword ? '' : undefined, newPassword: '', confirmPassword: '' },
  })
  const { errors } = formState
  useEffect(() => setFocus(hasPassword ? 'currentPassword' : 'newPassword'), [setFocus, hasPassword])

  const submit = handleSubmit(({ currentPassword, newPassword }) =>
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (onSessionLoss(error)) return
          const names = hasPassword ? (['currentPassword', 'newPassword'] as const) : (['newPassword'] as const)
          showFailure(error, names, { setError, setFocus })
        },
      },
    ),
  )
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
        hint="At least 8 characters."
        error={errors.newPassword?.message}
        {...register('newPassword')}
        readOnly={change.isPending}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
        readOnly={change.isPending}
      />
      <FormProblem message={errors.root?.message} />
      {needsFreshSignIn(change.error) ? <SignInAgain place="#sign-in" /> : null}
      <FormButtons
        submit={change.isPending ? 'Saving...' : hasPassword ? 'Change password' : 'Set password'}
        pending={change.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
