import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useSearch } from 'wouter'
import { registerSchema } from '../../../shared/accounts.ts'
import { Button } from '../../components/button.tsx'
import { Field, Input, PasswordInput } from '../../components/field.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { applyFieldErrors } from './apply-field-errors.ts'
import { AuthLayout, authLinkStyle } from './auth-layout.tsx'
import { TeaserTiles } from './teaser-tiles.tsx'
import { useRegister } from './use-register.ts'

const fields = ['firstName', 'lastName', 'email', 'password'] as const

function RegisterForm() {
  const registration = useRegister()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(registerSchema),
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
  })
  const { errors } = formState
  const disabled = registration.isPending
  const submit = handleSubmit((values) =>
    registration.mutate(values, { onError: (error) => applyFieldErrors(error, fields, setError) }),
  )
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <div className="grid gap-5 xs:grid-cols-2 xs:gap-3">
        <Field label="First name" error={errors.firstName?.message}>
          {(wiring) => <Input autoComplete="given-name" {...wiring} {...register('firstName')} disabled={disabled} />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(wiring) => <Input autoComplete="family-name" {...wiring} {...register('lastName')} disabled={disabled} />}
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message}>
        {(wiring) => <Input type="email" autoComplete="email" {...wiring} {...register('email')} disabled={disabled} />}
      </Field>
      <Field label="Password" error={errors.password?.message} hint="At least 6 characters.">
        {(wiring) => (
          <PasswordInput autoComplete="new-password" {...wiring} {...register('password')} disabled={disabled} />
        )}
      </Field>
      <Button type="submit" wide pending={disabled}>
        {disabled ? 'Creating Account...' : 'Create Account'}
      </Button>
    </form>
  )
}

/** Registration by email and password. */
export default function RegisterPage() {
  useDocumentTitle('Create an account')
  const search = useSearch()
  return (
    <AuthLayout
      title="Create your account"
      lead={
        <>
          Already have one?{' '}
          <Link href={search === '' ? '/login' : `/login?${search}`} className={authLinkStyle}>
            Sign in
          </Link>
        </>
      }
      aside={<TeaserTiles />}
    >
      <RegisterForm />
    </AuthLayout>
  )
}
