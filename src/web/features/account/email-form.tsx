import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type Account, type ChangeEmailPayload, changeEmailSchema, type MailAnswer } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, Input } from '../../components/field.tsx'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { callApi } from '../../lib/api/client.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { queryKeys } from '../../lib/keys.ts'
import { accountDraft, changeAccountDraft } from './account-draft.ts'
import { FormButtons, ownPassword, PasswordField, UsernameHint } from './form-parts.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { needsFreshSignIn, useRefusal } from './use-refusal.ts'

/** POST /api/account/email: what to tell the person about the mail. The address changes once its link is opened. */
function changeEmail(payload: ChangeEmailPayload): Promise<MailAnswer> {
  return callApi(calls.changeEmail, 200, { body: payload })
}

/** Asks for a change of the address, and shows it as pending. What goes wrong is the form's to say. */
function useChangeEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeEmail,
    // No password is kept longer than it takes to send it.
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.account }),
  })
}

const fields = ['email', 'currentPassword'] as const

interface EmailFormProps {
  account: Account
  takesFocus: boolean
  onClose: () => void
  onSent: (answer: MailAnswer) => void
}

/** Asks for a change of the person's address. A typed address is kept until it is sent or given up. */
export function EmailForm({ account, takesFocus, onClose, onSent }: EmailFormProps) {
  const user = useUser()
  const change = useChangeEmail()
  const onSessionLoss = useSessionLoss()
  const form = useForm({
    resolver: zodResolver(changeEmailSchema.extend({ currentPassword: ownPassword(account.hasPassword) })),
    defaultValues: {
      email: accountDraft.get().newEmail ?? '',
      currentPassword: account.hasPassword ? '' : undefined,
    },
  })
  const { register, handleSubmit, setFocus, getValues } = form
  const { errors } = form.formState
  const { rememberFocus, general } = useRefusal({ form, error: change.error, names: fields })
  useEffect(() => {
    if (takesFocus) setFocus('email')
  }, [takesFocus, setFocus])

  const close = () => {
    changeAccountDraft({ newEmail: undefined })
    onClose()
  }
  const submit = handleSubmit((values) => {
    rememberFocus()
    change.mutate(values, {
      onSuccess: (answer) => {
        close()
        onSent(answer)
      },
      onError: onSessionLoss,
    })
  })
  return (
    <form
      noValidate
      aria-label="Change email"
      onSubmit={(event) => void submit(event)}
      onChange={() => changeAccountDraft({ newEmail: getValues('email') })}
      className="max-w-[26rem] space-y-5"
    >
      <Field
        label="New email"
        error={errors.email?.message}
        hint="We mail a link to it. Your address changes when you open that link."
      >
        {(wiring) => (
          <Input type="email" autoComplete="email" {...wiring} {...register('email')} readOnly={change.isPending} />
        )}
      </Field>
      {account.hasPassword ? (
        <>
          <UsernameHint email={user.email} />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
            readOnly={change.isPending}
          />
        </>
      ) : null}
      <FailureLine error={general} fallback="Please try again in a moment." />
      {needsFreshSignIn(change.error) ? <SignInAgain place="#email" /> : null}
      <FormButtons
        submit={change.isPending ? 'Sending the link...' : 'Change email'}
        pending={change.isPending}
        onCancel={close}
      />
    </form>
  )
}
