import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { changeNameSchema } from '../../../shared/account/accounts.ts'
import { displayName } from '../../../shared/account/user-names.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { Form, TextField } from '../../components/form/form.tsx'
import { useCallForm } from '../../components/form/use-call-form.ts'
import { toast } from '../../components/toast.tsx'
import { callApi } from '../../lib/api/client.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { longDate } from '../../lib/dates.ts'
import { userKey } from '../../lib/queries.ts'
import { accountDraft, changeAccountDraft, FormButtons, useDisclosure } from './form-parts.tsx'
import { Row, Section } from './section.tsx'

/** Changes the user's name. Input is kept until it is saved or canceled. */
function NameForm({ takesFocus, onClose }: { takesFocus: boolean; onClose: () => void }) {
  const user = useUser()
  const queryClient = useQueryClient()
  const close = () => {
    changeAccountDraft({ firstName: undefined, lastName: undefined })
    onClose()
  }
  const call = useCallForm({
    schema: changeNameSchema,
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
    send: async (names) => {
      queryClient.setQueryData(userKey, await callApi('changeName', { body: names }))
      toast({ title: 'Name changed' })
      close()
    },
  })
  const { setFocus, setValue, getValues } = call.form
  useEffect(() => {
    const { firstName, lastName } = accountDraft.get()
    if (firstName !== undefined) setValue('firstName', firstName, { shouldDirty: true })
    if (lastName !== undefined) setValue('lastName', lastName, { shouldDirty: true })
    if (takesFocus) setFocus('firstName', { shouldSelect: true })
  }, [takesFocus, setValue, setFocus])
  return (
    <Form
      call={call}
      aria-label="Change name"
      onChange={() => changeAccountDraft(getValues())}
      actions={
        <FormButtons sending="Saving..." marksChanges onCancel={close}>
          Save name
        </FormButtons>
      }
    >
      <div className="grid gap-5 xs:grid-cols-2 xs:gap-3">
        <TextField name="firstName" label="First name" dir="auto" autoComplete="given-name" />
        <TextField name="lastName" label="Last name" dir="auto" autoComplete="family-name" />
      </div>
    </Form>
  )
}

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
