import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Redirect, useLocation } from 'wouter'
import type { ResetPasswordPayload } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, Input } from '../../components/field.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { newPasswordSchema } from '../../lib/new-password-schema.ts'
import { clearSession } from '../../lib/store.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useFailureFocus } from '../../lib/use-failure-focus.ts'
import { AsideList, AuthLayout, authLinkStyle } from './auth-layout.tsx'
import { settleLink, useMailedLink } from './mailed-link.ts'

/** POST /api/reset-password. */
async function resetPassword(payload: ResetPasswordPayload): Promise<void> {
  await callApi(calls.resetPassword, 200, { body: payload })
}

/** Sets a new password. That signs people out everywhere, and so here. */
function useResetPassword() {
  const { setUser } = useAuth()
  return useMutation({
    mutationFn: resetPassword,
    onSuccess: async () => {
      settleLink(pagePaths.resetPassword, { done: true })
      await setUser(null)
      clearSession()
    },
  })
}

const LEAVE_AFTER_MS = 3000

const names = ['newPassword', 'confirm'] as const

function ResetPasswordForm({ token }: { token: string }) {
  const reset = useResetPassword()
  const [shown, setShown] = useState(false)
  const form = useForm({
    resolver: zodResolver(newPasswordSchema),
    defaultValues: { newPassword: '', confirm: '' },
  })
  const { errors } = form.formState
  const rememberFocus = useFailureFocus({ form, error: reset.error, names })
  const submit = form.handleSubmit(({ newPassword }) => {
    rememberFocus()
    reset.mutate({ token, newPassword })
  })
  const disabled = reset.isPending
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <Field
        id="new-password"
        label="New password"
        error={errors.newPassword?.message}
        hint={errors.newPassword ? undefined : 'At least 8 characters.'}
      >
        {(wiring) => (
          <PasswordInput
            autoComplete="new-password"
            {...wiring}
            {...form.register('newPassword', { deps: ['confirm'] })}
            onShown={setShown}
            disabled={disabled}
          />
        )}
      </Field>
      <Field id="confirm-password" label="Confirm password" error={errors.confirm?.message}>
        {(wiring) => (
          <Input
            type={shown ? 'text' : 'password'}
            autoComplete="new-password"
            autoCapitalize="none"
            spellCheck={false}
            {...wiring}
            {...form.register('confirm')}
            disabled={disabled}
          />
        )}
      </Field>
      <FailureLine
        error={reset.error}
        fallback="Failed to reset password"
        noAnswer="Failed to reset password. Please try again."
      />
      <Button type="submit" wide pending={disabled}>
        {disabled ? 'Resetting Password...' : 'Reset Password'}
      </Button>
    </form>
  )
}

const next = [
  'Choose a password that you use nowhere else.',
  'You are then signed out everywhere, on this device too.',
  'Sign in with the new one.',
]

const changes = [
  'Your old password no longer works.',
  'You were signed out everywhere, on this device too.',
  'Links we had mailed you before no longer work.',
]

function ChooseStep({ token }: { token: string }) {
  useDocumentTitle(pageTitles.resetPassword)
  return (
    <AuthLayout
      title="Choose a new password"
      lead={
        <>
          Is the link too old?{' '}
          <Link href={pagePaths.forgotPassword} className={authLinkStyle}>
            Request New Reset Link
          </Link>
        </>
      }
      aside={<AsideList numbered title="What happens next." items={next} />}
    >
      <ResetPasswordForm token={token} />
    </AuthLayout>
  )
}

function DoneStep() {
  useDocumentTitle('Password reset')
  const [, navigate] = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The form that had the keyboard is gone.
    heading.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => navigate(pagePaths.login, { replace: true }), LEAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <AuthLayout
      title="Password Reset Successfully"
      headingRef={heading}
      lead="You can sign in with your new password now. We are taking you there."
      aside={<AsideList title="What has changed." items={changes} />}
    >
      <Button asChild wide>
        <Link href={pagePaths.login} replace>
          Continue to Login
        </Link>
      </Button>
    </AuthLayout>
  )
}

/** Sets a new password, for those who open the link they were mailed. */
export default function ResetPasswordPage() {
  const { token, outcome } = useMailedLink()
  if (outcome !== undefined) return <DoneStep />
  if (token === null) return <Redirect to={pagePaths.forgotPassword} replace />
  return <ChooseStep token={token} />
}
