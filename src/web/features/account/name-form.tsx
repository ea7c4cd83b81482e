import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { changeNameSchema } from '../../../shared/accounts.ts'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, Input } from '../../components/field.tsx'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { changeAccountDraft, readAccountDraft } from './account-draft.ts'
import { useChangeName } from './api/change-name.ts'
import { FormButtons } from './form-parts.tsx'
import { useRefusal } from './use-refusal.ts'

const fields = ['firstName', 'lastName'] as const
const noDraft = { firstName: undefined, lastName: undefined }

interface NameFormProps {
  takesFocus: boolean
  onClose: () => void
}

/** Changes the person's name. What was typed is kept until it is saved or given up. */
export function NameForm({ takesFocus, onClose }: NameFormProps) {
  const user = useUser()
  const change = useChangeName()
  const onSessionLoss = useSessionLoss()
  const form = useForm({
    resolver: zodResolver(changeNameSchema),
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
  })
  const { register, handleSubmit, setFocus, setValue, getValues } = form
  const { errors, isDirty } = form.formState
  const { rememberFocus, general } = useRefusal({ form, error: change.error, names: fields })

  useEffect(() => {
    const draft = readAccountDraft(user.id)
    for (const name of fields) {
      const typed = draft[name]
      if (typed !== undefined) setValue(name, typed, { shouldDirty: true })
    }
    if (takesFocus) setFocus('firstName', { shouldSelect: true })
  }, [user.id, takesFocus, setValue, setFocus])

  const close = () => {
    changeAccountDraft(user.id, noDraft)
    onClose()
  }
  const submit = handleSubmit((names) => {
    rememberFocus()
    change.mutate(names, { onSuccess: close, onError: onSessionLoss })
  })
  return (
    <form
      noValidate
      aria-label="Change name"
      onSubmit={(event) => void submit(event)}
      onChange={() => changeAccountDraft(user.id, getValues())}
      className="space-y-5"
    >
      <div className="grid gap-5 xs:grid-cols-2 xs:gap-3">
        <Field label="First name" error={errors.firstName?.message}>
          {(wiring) => (
            <Input
              dir="auto"
              autoComplete="given-name"
              {...wiring}
              {...register('firstName')}
              readOnly={change.isPending}
            />
          )}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(wiring) => (
            <Input
              dir="auto"
              autoComplete="family-name"
              {...wiring}
              {...register('lastName')}
              readOnly={change.isPending}
            />
          )}
        </Field>
      </div>
      <FailureLine error={general} fallback="Please try again in a moment." />
      <FormButtons
        submit={change.isPending ? 'Saving...' : 'Save name'}
        pending={change.isPending}
        isDirty={isDirty}
        onCancel={close}
      />
    </form>
  )
}
