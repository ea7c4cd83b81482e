import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useSearch } from 'wouter'
import { type RegisterPayload, registerSchema, type User } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { firstUnlimitedPlan } from '../../../shared/plans/entitlements.ts'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, Input } from '../../components/field.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { ApiError, reasonOf } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { useSignInOptions } from '../../lib/auth/use-sign-in-options.ts'
import { welcomeSentence } from '../../lib/auth/welcome-sentence.ts'
import { usePlans } from '../../lib/plans.ts'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { useFailureFocus } from '../../lib/use-failure-focus.ts'
import { AuthLayout, authLinkStyle, LegalLinks } from './auth-layout.tsx'
import { GoogleButton } from './google-button.tsx'
import { withReturnTo } from './return-to.ts'
import { forgetTyped, getTyped, useKeptTyping } from './typed.ts'

/** POST /api/auth/register: the person who now has an account and is signed in. */
function register(payload: RegisterPayload): Promise<User> {
  return callApi(calls.register, 201, { body: payload })
}

/** Creates an account. The page then leads on, as it does for everyone who is signed in. */
function useRegister() {
  const { setUser } = useAuth()
  const { data: options } = useSignInOptions()
  return useMutation({
    mutationFn: register,
    onSuccess: async (user) => {
      forgetTyped()
      await setUser(user)
      const mailed = options?.mail ? ' Please confirm your address: we have mailed you a link.' : ''
      toast({ title: 'Account created!', description: welcomeSentence(user) + mailed })
    },
    onError: (error) =>
      toast({
        title: 'Registration failed',
        description: reasonOf(error, 'Please try again in a moment.'),
        variant: 'destructive',
      }),
  })
}

/** What the free plan and the first unlimited one hold: "Starter with 3 Summaries", "Pro with Unlimited". */
export function teasers(catalogue: PlanCatalogue): { plan: string; holds: string; text: string }[] {
  const [free] = catalogue.plans
  const unlimited = firstUnlimitedPlan(catalogue.plans)
  return [free, unlimited].flatMap((plan) => {
    if (plan === undefined || plan === null) return []
    const holds = plan.summariesPerMonth === null ? 'Unlimited' : `${plan.summariesPerMonth} Summaries`
    return [{ plan: plan.name, holds, text: plan.description }]
  })
}

/** The two tiles beside the registration form. */
function TeaserTiles() {
  const { data: catalogue, isPending } = usePlans()
  if (isPending) return <Skeleton className="h-48" />
  if (catalogue === undefined) return null
  return (
    <ul className="border-t border-line">
      {teasers(catalogue).map(({ plan, holds, text }) => (
        <li key={plan} className="border-b border-line py-6">
          <p className="font-serif text-[1.625rem] leading-tight tracking-[-0.015em]">
            {plan} with <span className="whitespace-nowrap shadow-[0_0.07em_0_var(--accent)]">{holds}</span>
          </p>
          <p className="mt-2 text-ink-soft">{text}</p>
        </li>
      ))}
    </ul>
  )
}

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
