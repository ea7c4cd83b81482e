import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Account, changeEmailSchema, type MailAnswer } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { Form, needsFreshSignIn, TextField, useCallForm } from '../../components/form.tsx'
import { callApi } from '../../lib/api/client.ts'
import { accountQuery } from '../../lib/queries.ts'
import { accountDraft, changeAccountDraft } from './account-draft.ts'
import { FormButtons, OwnPasswordField, ownPassword } from './form-parts.tsx'
import { SignInAgain } from './sign-in-again.tsx'

interface EmailFormProps {
  account: Account
  takesFocus: boolean
  onClose: () => void
  onSent: (answer: MailAnswer) => void
}

/** Requests a change of the user's email. A typed email is kept until it is sent or canceled. */
export function EmailForm({ account: { hasPassword }, takesFocus, onClose, onSent }: EmailFormProps) {
  const queryClient = useQueryClient()
  const close = () => {
    changeAccountDraft({ newEmail: undefined })
    onClose()
  }
  const call = useCallForm({
    schema: changeEmailSchema.extend({ currentPassword: ownPassword(hasPassword) }),
    defaultValues: { email: accountDraft.get().newEmail ?? '', currentPassword: hasPassword ? '' : undefined },
    send: async (values) => {
      const answer = await callApi(calls.changeEmail, { body: values })
      await queryClient.invalidateQueries(accountQuery)
      close()
      onSent(answer)
    },
  })
  const { setFocus, getValues } = call.form
  useEffect(() => {
    if (takesFocus) setFocus('email')
  }, [takesFocus, setFocus])
  return (
    <Form
      call={call}
      aria-label="Change email"
      onChange={() => changeAccountDraft({ newEmail: getValues('email') })}
      className="max-w-[26rem] space-y-5"
      actions={
        <>
          {needsFreshSignIn(call.error) ? <SignInAgain returnTo="#email" /> : null}
          <FormButtons sending="Sending the link..." onCancel={close}>
            Change email
          </FormButtons>
        </>
      }
    >
      <TextField
        name="email"
        label="New email"
        type="email"
        autoComplete="email"
        hint="We’ll email it a link. Your address changes when you open that link."
      />
      {hasPassword ? <OwnPasswordField label="Current password" /> : null}
    </Form>
  )
}
