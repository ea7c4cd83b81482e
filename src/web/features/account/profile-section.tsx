import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type ChangeNamePayload, changeNameSchema, displayName, type User } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { Field, Input } from '../../components/field.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { callApi } from '../../lib/api/client.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { longDate } from '../../lib/dates.ts'
import { queryKeys } from '../../lib/keys.ts'
import { accountDraft, changeAccountDraft } from './account-draft.ts'
import { FormButtons, useDisclosure } from './form-parts.tsx'
import { Row, Section } from './section.tsx'
import { useRefusal } from './use-refusal.ts'

/** PUT /api/account/name: the person under their new name. */
function changeName(payload: ChangeNamePayload): Promise<User> {
  return callApi(calls.changeName, 200, { body: payload })
}

/** Changes the person's name wherever it is shown. What goes wrong is the form's to say. */
function useChangeName() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: changeName,
    onSuccess: (user) => {
      queryClient.setQueryData<User | null>(queryKeys.user, user)
      toast({ title: 'Name changed' })
    },
  })
}

const fields = ['firstName', 'lastName'] as const
const noDraft = { firstName: undefined, lastName: undefined }

interface NameFormProps {
  takesFocus: boolean
  onClose: () => void
}

/** Changes the person's name. What was typed is kept until it is saved or given up. */
function NameForm({ takesFocus, onClose }: NameFormProps) {
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
    const draft = accountDraft.get()
    for (const name of fields) {
      const typed = draft[name]
      if (typed !== undefined) setValue(name, typed, { shouldDirty: true })
    }
    if (takesFocus) setFocus('firstName', { shouldSelect: true })
  }, [takesFocus, setValue, setFocus])

  const close = () => {
    changeAccountDraft(noDraft)
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
      onChange={() => changeAccountDraft(getValues())}
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

/** Picture, name, and since when. */
export function ProfileSection() {
  const user = useUser()
  const { firstName, lastName } = accountDraft.get()
  const { isOpen, takesFocus, open, close, opener } = useDisclosure(firstName !== undefined || lastName !== undefined)
  const since = longDate(user.createdAt)
  return (
    <Section id="profile" title="Profile">
      <Row
        action={
          isOpen ? null : (
            <Button ref={opener} look="plain" aria-label="Change name" onClick={open}>
              Change
            </Button>
          )
        }
      >
        <div className="flex items-center gap-4">
          <Avatar user={user} className="size-14 text-lg" />
          <div className="min-w-0">
            <p className="font-serif text-[1.25rem] leading-snug font-medium wrap-anywhere">
              <bdi>{displayName(user)}</bdi>
            </p>
            {since === null ? null : (
              <p className="mt-0.5 text-sm text-ink-soft">
                Member since <span className="inline-block">{since}</span>
              </p>
            )}
          </div>
        </div>
      </Row>
      {isOpen ? (
        <div className="mt-6">
          <NameForm takesFocus={takesFocus} onClose={close} />
        </div>
      ) : null}
    </Section>
  )
}
