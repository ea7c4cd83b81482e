import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { registerSchema } from '../../../shared/account/accounts.ts'
import { content } from '../../../shared/content.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { firstUnlimitedPlan, type PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { Form, PasswordField, SubmitButton, TextField } from '../../components/form/form.tsx'
import { useCallForm } from '../../components/form/use-call-form.ts'
import { Skeleton } from '../../components/states.tsx'
import { toast, toastFormFailure } from '../../components/toast.tsx'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { welcomeSentence } from '../../lib/auth/sign-in-messages.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { signInOptionsQuery, usePlans } from '../../lib/queries.ts'
import { sells, useSite } from '../../lib/site.ts'
import { AuthLayout, ContentTypesAside, LinkLead } from './auth-layout.tsx'
import { useMailedLink } from './mailed-link.ts'
import { ProviderButtons, withReturnTo } from './provider-buttons.tsx'
import { forgetTyped, getTyped, useKeptTyping } from './typed.ts'

/** Teasers of the free plan and the first unlimited one: "Starter with 3 Summaries", "Pro with Unlimited". */
export function teasers({ plans }: PlanCatalogue): { plan: string; quota: string; text: string }[] {
  return [plans[0], firstUnlimitedPlan(plans)]
    .filter((plan) => plan !== undefined && plan !== null)
    .map(({ name, summariesPerMonth: count, description }) => ({
      plan: name,
      quota: count === null ? 'Unlimited' : `${count} Summaries`,
      text: description,
    }))
}

function TeaserTiles() {
  const { data: catalogue, isPending } = usePlans()
  if (isPending) return <Skeleton className="h-48" />
  if (catalogue === undefined) return null
  return (
    <ul className="border-t border-line">
      {teasers(catalogue).map(({ plan, quota, text }) => (
        <li key={plan} className="border-b border-line py-6">
          <p className="font-serif text-[1.625rem] leading-tight tracking-(--title-tracking) [word-spacing:var(--title-space)]">
            {plan} with <span className="whitespace-nowrap shadow-[0_0.07em_0_var(--accent)]">{quota}</span>
          </p>
          <p className="mt-2 text-ink-soft">{text}</p>
        </li>
      ))}
    </ul>
  )
}

/** Creates an account. The page then redirects, as it does for every signed-in user. */
function RegisterForm({ invitation }: { invitation: string | null }) {
  const { setUser } = useAuth()
  const { data: options } = useQuery(signInOptionsQuery)
  const call = useCallForm({
    schema: registerSchema,
    defaultValues: { ...getTyped(), password: '' },
    send: async (values) => {
      const user = await callApi('register', { body: { ...values, ...(invitation === null ? {} : { invitation }) } })
      forgetTyped()
      await setUser(user)
      const confirm = options?.mail ? ' Please confirm your email with the link we sent you.' : ''
      toast({ title: 'Account created!', description: welcomeSentence(user) + confirm })
    },
    onFailure: (error) => toastFormFailure('Registration failed', error),
  })
  useKeptTyping(call.form)
  return (
    <>
      <Form
        call={call}
        actions={
          <SubmitButton wide sending="Creating Account...">
            Create Account
          </SubmitButton>
        }
      >
        <div className="grid gap-5 xs:grid-cols-2 xs:gap-3">
          <TextField name="firstName" id="first-name" label="First name" autoComplete="given-name" />
          <TextField name="lastName" id="last-name" label="Last name" autoComplete="family-name" />
        </div>
        <TextField name="email" id="email" label="Email" type="email" autoComplete="email" />
        <PasswordField
          name="password"
          id="new-password"
          label="Password"
          autoComplete="new-password"
          hint="At least 6 characters."
        />
      </Form>
      <ProviderButtons disabled={call.isSubmitting} invitation={invitation} />
    </>
  )
}

export default function RegisterPage() {
  useDocumentTitle(pageTitles.register)
  const search = useSearch()
  const { token } = useMailedLink()
  const { isOpen } = useSite()
  const canRegister = isOpen || token !== null
  return (
    <AuthLayout
      title={canRegister ? 'Create your account' : 'By invitation only'}
      lead={
        <LinkLead
          text={canRegister ? 'Already have one?' : 'Already have an account?'}
          href={withReturnTo(pagePaths.login, search)}
          label="Sign in"
        />
      }
      hasTerms={canRegister}
      aside={sells ? <TeaserTiles /> : <ContentTypesAside />}
    >
      {canRegister ? (
        <RegisterForm invitation={token} />
      ) : (
        <p>
          To create an account here, open the link of your invitation. If it has expired, or you have none, ask the
          person who runs {content.productName} for you.
        </p>
      )}
    </AuthLayout>
  )
}
