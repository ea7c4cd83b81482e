import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useSearch } from 'wouter'
import { registerSchema } from '../../../shared/accounts.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, Input } from '../../components/field.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import { ApiError } from '../../lib/api/api-error.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useFailureFocus } from '../../lib/use-failure-focus.ts'
import { AuthLayout, authLinkStyle } from './auth-layout.tsx'
import { GoogleButton } from './google-button.tsx'
import { LegalLinks } from './legal-links.tsx'
import { withReturnTo } from './return-to.ts'
import { TeaserTiles } from './teaser-tiles.tsx'
import { getTyped, useKeptTyping } from './typed.ts'
import { useRegister } from './use-register.ts'

const names = ['firstName', 'lastName', 'email', 'password'] as const
const culprit = (error: Error) => (error instanceof ApiError && error.code === 'email_taken' ? 'email' : undefined)

function RegisterForm() {
  const registration = useRegister()
  const form = useForm({
    resolver: zodResolver(registerSchema),
    defaultValues: { ...getTyped(), password: '' },
  })
  const { errors } = form.formState
  useKeptTyping(form)
  const rememberFocus = useFailureFocus({ form, error: registration.error, names, culprit })
  const submit = form.handleSubmit((values) => {
    rememberFocus()
    registration.mutate(values)
  })
  const disabled = registration.isPending
  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        <div className="grid gap-5 xs:grid-cols-2 xs:gap-3">
          <Field id="first-name" label="First name" error={errors.firstName?.message}>
            {(wiring) => (
              <Input autoComplete="given-name" {...wiring} {...form.register('firstName')} disabled={disabled} />
            )}
          </Field>
          <Field id="last-name" label="Last name" error={errors.lastName?.message}>
            {(wiring) => (
              <Input autoComplete="family-name" {...wiring} {...form.register('lastName')} disabled={disabled} />
            )}
          </Field>
        </div>
        <Field id="email" label="Email" error={errors.email?.message}>
          {(wiring) => (
            <Input
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              {...wiring}
              {...form.register('email')}
              disabled={disabled}
            />
          )}
        </Field>
        <Field
          id="new-password"
          label="Password"
          error={errors.password?.message}
          hint={errors.password ? undefined : 'At least 6 characters.'}
        >
          {(wiring) => (
            <PasswordInput autoComplete="new-password" {...wiring} {...form.register('password')} disabled={disabled} />
          )}
        </Field>
        <FailureLine error={registration.error} fallback="Please try again in a moment." />
        <Button type="submit" wide pending={disabled}>
          {disabled ? 'Creating Account...' : 'Create Account'}
        </Button>
      </form>
      <GoogleButton disabled={disabled} />
    </>
  )
}

/** Registration by email and password, or with Google. */
export default function RegisterPage() {
  useDocumentTitle(pageTitles.register)
  const search = useSearch()
  return (
    <AuthLayout
      title="Create your account"
      lead={
        <>
          Already have one?{' '}
          <Link href={withReturnTo(pagePaths.login, search)} className={authLinkStyle}>
            Sign in
          </Link>
        </>
      }
      legal={
        <>
          By continuing, you agree to the <LegalLinks />.
        </>
      }
      aside={<TeaserTiles />}
    >
      <RegisterForm />
    </AuthLayout>
  )
}
