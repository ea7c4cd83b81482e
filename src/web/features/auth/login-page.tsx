import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useSearch } from 'wouter'
import { loginSchema } from '../../../shared/accounts.ts'
import { content } from '../../../shared/content.ts'
import { Button } from '../../components/button.tsx'
import { Field, Input, PasswordInput } from '../../components/field.tsx'
import { reasonOf } from '../../lib/api/api-error.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { applyFieldErrors } from './apply-field-errors.ts'
import { AuthLayout, authLinkStyle } from './auth-layout.tsx'
import { useLogIn } from './use-log-in.ts'

function Claim() {
  return (
    <>
      <p className="max-w-[14em] font-serif text-[1.75rem] leading-[1.2] tracking-[-0.015em]">{content.login.title}</p>
      <ul className="mt-6 border-t border-line">
        {content.login.contentTypes.map((type) => (
          <li key={type} className="border-b border-line py-3 text-ink-soft">
            {type}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Sign-in by email and password. */
export default function LoginPage() {
  useDocumentTitle('Log in')
  const search = useSearch()
  const login = useLogIn()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState
  // The fields were disabled while the answer was awaited; the one to mend gets the keyboard back.
  useEffect(() => {
    if (login.isError) setFocus('password', { shouldSelect: true })
  }, [login.isError, setFocus])
  const submit = handleSubmit((values) =>
    login.mutate(values, { onError: (error) => applyFieldErrors(error, ['email', 'password'], setError) }),
  )
  return (
    <AuthLayout
      title="Welcome back"
      lead={
        <>
          New here?{' '}
          <Link href={search === '' ? '/register' : `/register?${search}`} className={authLinkStyle}>
            Sign up
          </Link>
        </>
      }
      aside={<Claim />}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        <Field label="Email" error={errors.email?.message}>
          {(wiring) => (
            <Input type="email" autoComplete="email" {...wiring} {...register('email')} disabled={login.isPending} />
          )}
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(wiring) => (
            <PasswordInput
              autoComplete="current-password"
              {...wiring}
              {...register('password')}
              disabled={login.isPending}
            />
          )}
        </Field>
        {login.error === null ? null : (
          <p role="alert" className="text-sm text-bad">
            {reasonOf(login.error, 'Please try again in a moment.')}
          </p>
        )}
        <Button type="submit" wide pending={login.isPending}>
          {login.isPending ? 'Signing In...' : 'Sign In'}
        </Button>
      </form>
    </AuthLayout>
  )
}
