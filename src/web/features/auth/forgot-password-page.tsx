import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import type { z } from 'zod'
import { type ForgotPasswordPayload, forgotPasswordSchema } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { retention } from '../../../shared/retention.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, Input } from '../../components/field.tsx'
import { callApi } from '../../lib/api/client.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useFailureFocus } from '../../lib/use-failure-focus.ts'
import { AsideList, AuthLayout, authLinkStyle } from './auth-layout.tsx'
import { getTyped, useKeptTyping } from './typed.ts'

type ForgotPasswordAnswer = z.output<(typeof calls.forgotPassword.responses)[200]>

/** POST /api/forgot-password: what to tell the person, and in development the link. */
function askForReset(payload: ForgotPasswordPayload): Promise<ForgotPasswordAnswer> {
  return callApi(calls.forgotPassword, 200, { body: payload })
}

/** Asks for the mail with the link that sets a new password. */
function useForgotPassword() {
  return useMutation({ mutationFn: askForReset })
}

const steps = [
  'Type the email address of your account.',
  `Open the link we mail you. It is good for ${retention.resetLinkMinutes} minutes, and for one use.`,
  'Choose a new password. You are then signed out everywhere, and sign in with it.',
]

const NOT_SENT = 'Failed to send reset email. Please try again.'

function Answer({ message, resetUrl }: ForgotPasswordAnswer) {
  return (
    <>
      {message}
      {resetUrl === undefined ? null : (
        <span className="mt-2 block border-t border-line pt-2 text-ink-soft">
          Development reset URL:{' '}
          <a href={resetUrl} className={authLinkStyle}>
            {resetUrl}
          </a>
        </span>
      )}
    </>
  )
}

const names = ['email'] as const

function ForgotPasswordForm() {
  const request = useForgotPassword()
  const form = useForm({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: getTyped().email },
  })
  const { errors } = form.formState
  useKeptTyping(form)
  const rememberFocus = useFailureFocus({ form, error: request.error, names })
  const submit = form.handleSubmit((values) => {
    rememberFocus()
    request.mutate(values)
  })
  const disabled = request.isPending
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Alert tone="note" className="mb-5">
        {request.data === undefined ? null : <Answer {...request.data} />}
      </Alert>
      <div className="space-y-5">
        <Field id="email" label="Email" error={errors.email?.message}>
          {(wiring) => (
            <Input
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...wiring}
              {...form.register('email')}
              disabled={disabled}
            />
          )}
        </Field>
        <FailureLine error={request.error} fallback={NOT_SENT} noAnswer={NOT_SENT} />
        <Button type="submit" wide pending={disabled}>
          {disabled ? 'Sending Reset Link...' : 'Send Reset Link'}
        </Button>
      </div>
    </form>
  )
}

/** Asks for a link that sets a new password. */
export default function ForgotPasswordPage() {
  useDocumentTitle(pageTitles.forgotPassword)
  return (
    <AuthLayout
      title="Forgot your password?"
      lead={
        <>
          Remembered it?{' '}
          <Link href={pagePaths.login} className={authLinkStyle}>
            Back to Login
          </Link>
        </>
      }
      aside={<AsideList numbered title="A new one in three steps." items={steps} />}
    >
      <ForgotPasswordForm />
    </AuthLayout>
  )
}
