import { Link, useSearch } from 'wouter'
import { loginSchema } from '../../../shared/account/accounts.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { Form, PasswordField, SubmitButton, TextField } from '../../components/form/form.tsx'
import { useCallForm } from '../../components/form/use-call-form.ts'
import { toast, toastFormFailure } from '../../components/toast.tsx'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { useSignInFailure } from '../../lib/auth/sign-in-messages.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { useSite } from '../../lib/site.ts'
import { AuthLayout, authLinkStyle, ContentTypesAside, LinkLead } from './auth-layout.tsx'
import { ProviderButtons, withReturnTo } from './provider-buttons.tsx'
import { forgetTyped, getTyped, useKeptTyping } from './typed.ts'

/** Signs in. The page then redirects, as it does for every signed-in user. */
function LoginForm() {
  const { setUser } = useAuth()
  const signInFailure = useSignInFailure()
  const call = useCallForm({
    schema: loginSchema,
    defaultValues: { email: getTyped().email, password: '' },
    send: async (values) => {
      const user = await callApi('login', { body: values })
      forgetTyped()
      await setUser(user)
      toast({ title: 'Welcome back!', description: 'You have been successfully logged in.' })
    },
    onFailure: (error) => toastFormFailure('Login failed', error),
  })
  useKeptTyping(call.form)
  const { isSubmitted } = call.form.formState
  return (
    <>
      <Form
        call={call}
        actions={
          <SubmitButton wide sending="Signing In...">
            Sign In
          </SubmitButton>
        }
      >
        <TextField name="email" id="email" label="Email" type="email" autoComplete="username" />
        <div>
          <PasswordField name="password" id="current-password" label="Password" autoComplete="current-password" />
          <p className="mt-2.5 text-sm">
            <Link href={pagePaths.forgotPassword} className={authLinkStyle}>
              Forgot password?
            </Link>
          </p>
        </div>
        {isSubmitted || signInFailure === null ? null : <Alert tone="bad">{signInFailure}</Alert>}
      </Form>
      <ProviderButtons disabled={call.isSubmitting} />
    </>
  )
}

export default function LoginPage() {
  useDocumentTitle(pageTitles.login)
  const { isOpen } = useSite()
  const search = useSearch()
  return (
    <AuthLayout
      title="Welcome back"
      lead={
        isOpen ? (
          <LinkLead text="New here?" href={withReturnTo(pagePaths.register, search)} label="Sign up" />
        ) : (
          'To create an account, open the link of your invitation.'
        )
      }
      hasTerms
      aside={<ContentTypesAside />}
    >
      <LoginForm />
    </AuthLayout>
  )
}
