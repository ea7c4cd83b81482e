import { useEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Form, PasswordField, SubmitButton, TextField } from '../../components/form/form.tsx'
import { useCallForm } from '../../components/form/use-call-form.ts'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { newPasswordSchema } from '../../lib/new-password-schema.ts'
import { focusOnMount } from '../../lib/page/focus.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { clearSession } from '../../lib/stores/store.ts'
import { AsideList, AuthLayout, LinkLead } from './auth-layout.tsx'
import { settleLink, useMailedLink } from './mailed-link.ts'

const LEAVE_AFTER_MS = 3000

/** Sets a new password, which signs the user out everywhere. */
function ResetPasswordForm({ token }: { token: string }) {
  const { setUser } = useAuth()
  const [shown, setShown] = useState(false)
  const call = useCallForm({
    schema: newPasswordSchema,
    defaultValues: { newPassword: '', confirm: '' },
    send: async ({ newPassword }) => {
      await callApi('resetPassword', { body: { token, newPassword } })
      settleLink(pagePaths.resetPassword, { done: true })
      await setUser(null)
      clearSession()
    },
  })
  return (
    <Form
      call={call}
      fallback="Failed to reset password"
      noAnswer="Failed to reset password. Please try again."
      actions={
        <>
          <SubmitButton wide sending="Resetting Password...">
            Reset Password
          </SubmitButton>
          <p className="text-ink-soft">
            <LinkLead text="Link expired?" href={pagePaths.forgotPassword} label="Request New Reset Link" />
          </p>
        </>
      }
    >
      <PasswordField
        name="newPassword"
        id="new-password"
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters."
        deps="confirm"
        onShown={setShown}
      />
      <TextField
        name="confirm"
        id="confirm-password"
        label="Confirm password"
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Form>
  )
}

const next = [
  'Choose a password that you use nowhere else.',
  'This signs you out on every device, including this one.',
  'Sign in with the new one.',
]

const changes = [
  'Your old password no longer works.',
  'You were signed out on every device, including this one.',
  'Links that we emailed you before no longer work.',
]

function ChooseStep({ token }: { token: string }) {
  useDocumentTitle(pageTitles.resetPassword)
  return (
    <AuthLayout title="Choose a new password" aside={<AsideList numbered title="What happens next." items={next} />}>
      <ResetPasswordForm token={token} />
    </AuthLayout>
  )
}

function DoneStep() {
  useDocumentTitle('Password reset')
  const [, navigate] = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => navigate(pagePaths.login, { replace: true }), LEAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <AuthLayout
      title="Password Reset Successfully"
      headingRef={focusOnMount}
      lead="You can sign in with your new password now. We’re taking you there."
      aside={<AsideList title="What has changed." items={changes} />}
    >
      <ButtonLink wide href={pagePaths.login} replace>
        Continue to Login
      </ButtonLink>
    </AuthLayout>
  )
}

export default function ResetPasswordPage() {
  const { token, outcome } = useMailedLink()
  if (outcome !== undefined) return <DoneStep />
  if (token === null) return <Redirect to={pagePaths.forgotPassword} replace />
  return <ChooseStep token={token} />
}
