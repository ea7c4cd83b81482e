import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useSearch } from 'wouter'
import { type LoginPayload, loginSchema, type User } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { content } from '../../../shared/content.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, Input } from '../../components/field.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { ApiError, reasonOf } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { useGoogleFailure } from '../../lib/auth/google-failure.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useFailureFocus } from '../../lib/use-failure-focus.ts'
import { AsideList, AuthLayout, authLinkStyle, LegalLinks } from './auth-layout.tsx'
import { GoogleButton } from './google-button.tsx'
import { withReturnTo } from './return-to.ts'
import { forgetTyped, getTyped, useKeptTyping } from './typed.ts'

/** POST /api/auth/login: the person who is now signed in. */
function logIn(payload: LoginPayload): Promise<User> {
  return callApi(calls.login, 200, { body: payload })
}

/** Signs in. The login page then leads on, as it does for everyone who is signed in. */
function useLogIn() {
  const { setUser } = useAuth()
  return useMutation({
    mutationFn: logIn,
    onSuccess: async (user) => {
      forgetTyped()
      await setUser(user)
      toast({ title: 'Welcome back!', description: 'You have been successfully logged in.' })
    },
    onError: (error) =>
      toast({
        title: 'Login failed',
        description: reasonOf(error, 'Please try again in a moment.'),
        variant: 'destructive',
      }),
  })
}

const names = ['email', 'password'] as const
const culprit = (error: Error) =>
  error instanceof ApiError && error.code === 'invalid_credentials' ? 'password' : undefined

function LoginForm() {
  const login = useLogIn()
  const googleFailure = useGoogleFailure()
  const form = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: getTyped().email, password: '' },
  })
  const { errors } = form.formState
  useKeptTyping(form)
  const rememberFocus = useFailureFocus({ form, error: login.error, names, culprit })
  const submit = form.handleSubmit((values) => {
    rememberFocus()
    login.mutate(values)
  })
  const disabled = login.isPending
  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
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
        <div>
          <Field id="current-password" label="Password" error={errors.password?.message}>
            {(wiring) => (
              <PasswordInput
                autoComplete="current-password"
                {...wiring}
                {...form.register('password')}
                disabled={disabled}
              />
            )}
          </Field>
          <p className="mt-2.5 text-sm">
            <Link href={pagePaths.forgotPassword} className={authLinkStyle}>
              Forgot password?
            </Link>
          </p>
        </div>
        <FailureLine error={login.error} fallback="Please try again in a moment." />
        {login.isIdle && googleFailure !== null ? <Alert tone="bad">{googleFailure}</Alert> : null}
        <Button type="submit" wide pending={disabled}>
          {disabled ? 'Signing In...' : 'Sign In'}
        </Button>
      </form>
      <GoogleButton disabled={disabled} />
    </>
  )
}

/** Sign-in by email and password, or with Google. */
export default function LoginPage() {
  useDocumentTitle(pageTitles.login)
  const search = useSearch()
  return (
    <AuthLayout
      title="Welcome back"
      lead={
        <>
          New here?{' '}
          <Link href={withReturnTo(pagePaths.register, search)} className={authLinkStyle}>
            Sign up
          </Link>
        </>
      }
      legal={
        <>
          By continuing, you agree to the <LegalLinks />.
        </>
      }
      aside={<AsideList title={content.login.title} items={content.login.contentTypes} />}
    >
      <LoginForm />
    </AuthLayout>
  )
}
