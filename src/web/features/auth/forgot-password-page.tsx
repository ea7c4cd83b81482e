import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { forgotPasswordSchema } from '../../../shared/account/accounts.ts'
import { retention } from '../../../shared/account/retention.ts'
import { pageTitles } from '../../../shared/page-metadata.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { MailNote } from '../../components/alert.tsx'
import { Form, SubmitButton, TextField } from '../../components/form/form.tsx'
import { useCallForm } from '../../components/form/use-call-form.ts'
import { SupportLink } from '../../components/links.tsx'
import { type Answer, callApi } from '../../lib/api/client.ts'
import { useDocumentTitle } from '../../lib/page/use-document-title.ts'
import { signInOptionsQuery } from '../../lib/queries.ts'
import { AsideList, AuthLayout, authLinkStyle, ContentTypesAside, LinkLead } from './auth-layout.tsx'
import { getTyped, useKeptTyping } from './typed.ts'

const steps = [
  'Type the email address of your account.',
  `Open the link we email you. It works once and expires in ${retention.resetLinkMinutes} minutes.`,
  'Choose a new password. This signs you out on every device.',
]

const NOT_SENT = 'Failed to send reset email. Please try again.'

function ForgotPasswordForm() {
  const [answer, setAnswer] = useState<Answer<'forgotPassword'> | null>(null)
  const call = useCallForm({
    schema: forgotPasswordSchema,
    defaultValues: { email: getTyped().email },
    send: async (values) => {
      setAnswer(null)
      setAnswer(await callApi('forgotPassword', { body: values }))
    },
  })
  useKeptTyping(call.form)
  return (
    <>
      <Form
        call={call}
        fallback={NOT_SENT}
        noAnswer={NOT_SENT}
        actions={
          <SubmitButton wide sending="Sending Reset Link...">
            Send Reset Link
          </SubmitButton>
        }
      >
        <TextField name="email" id="email" label="Email" type="email" autoComplete="username" />
      </Form>
      {/* Below the form, so that the form doesn't move. */}
      <MailNote
        answer={answer && { message: answer.message, url: answer.resetUrl }}
        label="Development reset URL"
        className="mt-5"
      />
    </>
  )
}

export default function ForgotPasswordPage() {
  useDocumentTitle(pageTitles.forgotPassword)
  const { data: options } = useQuery(signInOptionsQuery)
  const isPossible = options === undefined || options.mail || options.showsLinks
  return (
    <AuthLayout
      title="Forgot your password?"
      lead={<LinkLead text="Remembered it?" href={pagePaths.login} label="Back to Login" />}
      aside={isPossible ? <AsideList numbered title="Reset it in three steps." items={steps} /> : <ContentTypesAside />}
    >
      {isPossible ? (
        <ForgotPasswordForm />
      ) : (
        <p>
          Email isn’t set up here, so we can’t send you a link. Please write to{' '}
          <SupportLink className={authLinkStyle} /> to get back into your account.
        </p>
      )}
    </AuthLayout>
  )
}
