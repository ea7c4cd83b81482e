import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Account, changeEmailSchema, type MailAnswer } from '../../../shared/account/accounts.ts'
import { retention } from '../../../shared/account/retention.ts'
import { FailureLine, MailNote } from '../../components/alert.tsx'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Form, TextField } from '../../components/form/form.tsx'
import { needsFreshSignIn, useCallForm } from '../../components/form/use-call-form.ts'
import { toast, toastFailure } from '../../components/toast.tsx'
import { callApi, hasCode } from '../../lib/api/client.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { cn } from '../../lib/cn.ts'
import { accountQuery, signInOptionsQuery, userKey } from '../../lib/queries.ts'
import {
  accountDraft,
  changeAccountDraft,
  FormButtons,
  OwnPasswordField,
  ownPassword,
  SignInAgain,
  useDisclosure,
} from './form-parts.tsx'
import { Row, Section } from './section.tsx'

const NO_MAIL = 'Email isn’t set up on this server, so we can’t send a link to confirm or change your address.'

function Unverified() {
  const queryClient = useQueryClient()
  const { data: options } = useQuery(signInOptionsQuery)
  const send = useMutation({
    mutationFn: () => callApi('sendVerification'),
    onError: (error) => {
      // The user has confirmed the email in another tab.
      if (hasCode(error, 'email_confirmed')) void queryClient.invalidateQueries({ queryKey: userKey })
    },
  })
  // Until it is known, the usual text reserves its space.
  const { mail, showsLinks } = options ?? { mail: true, showsLinks: false }
  return (
    <div className={cn('mt-4', options === undefined && 'invisible')}>
      <p className="max-w-[58ch] text-sm text-ink-soft">
        {mail ? 'Click the link we emailed you when you signed up. Didn’t get it?' : NO_MAIL}{' '}
        {mail || showsLinks ? (
          <button
            type="button"
            // A disabled button would lose focus.
            aria-disabled={send.isPending}
            onClick={() => {
              if (!send.isPending) send.mutate()
            }}
            className="relative touch-target text-ink underline underline-offset-3 aria-disabled:opacity-60"
          >
            {send.isPending ? 'Sending the link...' : mail ? 'Send the link again' : 'Show the confirmation link'}
          </button>
        ) : null}
      </p>
      <MailNote answer={send.data ?? null} label="Development URL" className="mt-3" />
      <FailureLine error={send.error} className="mt-3" />
    </div>
  )
}

function PendingChange({ email, onCanceled }: { email: string; onCanceled: () => void }) {
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => callApi('cancelEmailChange'),
    onSuccess: () => {
      queryClient.setQueryData(accountQuery.queryKey, (account) => account && { ...account, pendingEmail: null })
      toast({ title: 'Email change canceled' })
      onCanceled()
    },
    onError: (error) => toastFailure('Couldn’t cancel the change', error),
  })
  return (
    <div className="mt-5 border-t border-line pt-5">
      <Row
        action={
          <Button
            look="plain"
            pending={cancel.isPending}
            needsConnection
            aria-label="Cancel the change of your email"
            onClick={() => cancel.mutate()}
          >
            Cancel
          </Button>
        }
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <bdi className="min-w-0 wrap-anywhere">{email}</bdi>
          <Badge tone="secondary">Waiting</Badge>
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          Click the link we sent there within {retention.emailLinkHours} hours to switch to this address.
        </p>
      </Row>
    </div>
  )
}

interface EmailFormProps {
  account: Account
  takesFocus: boolean
  onClose: () => void
  onSent: (answer: MailAnswer) => void
}

/** Requests a change of the user's email. A typed email is kept until it is sent or canceled. */
function EmailForm({ account: { hasPassword }, takesFocus, onClose, onSent }: EmailFormProps) {
  const queryClient = useQueryClient()
  const { data: options } = useQuery(signInOptionsQuery)
  const close = () => {
    changeAccountDraft({ newEmail: undefined })
    onClose()
  }
  const call = useCallForm({
    schema: changeEmailSchema.extend({ currentPassword: ownPassword(hasPassword) }),
    defaultValues: { email: accountDraft.get().newEmail ?? '', currentPassword: hasPassword ? '' : undefined },
    send: async (values) => {
      const answer = await callApi('changeEmail', { body: values })
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
        hint={`${options?.mail === false ? 'We’ll show you a link here' : 'We’ll email it a link'}. Your address changes when you open that link.`}
      />
      {hasPassword ? <OwnPasswordField label="Current password" /> : null}
    </Form>
  )
}

export function EmailSection({ account }: { account: Account | undefined }) {
  const user = useUser()
  const { isOpen, takesFocus, open, close, opener } = useDisclosure(accountDraft.get().newEmail !== undefined)
  /** Response with a link, when no email is sent. */
  const [sent, setSent] = useState<MailAnswer | null>(null)
  const announce = (answer: MailAnswer) => {
    toast({ title: 'Check your new inbox', description: answer.message })
    setSent(answer.url === undefined ? null : answer)
  }
  const forgetChange = () => {
    setSent(null)
    // The clicked button disappears with the change.
    opener.current?.focus({ preventScroll: true })
  }
  const { data: options } = useQuery(signInOptionsQuery)
  const canConfirm = options === undefined || options.mail || options.showsLinks
  const mayChange = account !== undefined && (account.hasPassword || account.signedInLately)
  return (
    <Section id="email" title="Email">
      <Row
        action={
          (isOpen && account !== undefined) || !canConfirm ? null : (
            <Button
              ref={opener}
              look="plain"
              aria-label="Change email"
              // Invisible until it works, so that nothing moves.
              className={account === undefined ? 'invisible' : undefined}
              onClick={() => {
                setSent(null)
                open()
              }}
            >
              Change
            </Button>
          )
        }
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <bdi className="min-w-0 wrap-anywhere">{user.email}</bdi>
          {user.emailVerified ? (
            <Badge className="gap-1">
              <Check aria-hidden="true" className="size-3 text-good" /> Verified
            </Badge>
          ) : (
            <Badge tone="secondary">Not verified yet</Badge>
          )}
        </p>
      </Row>
      {user.emailVerified ? (
        canConfirm ? null : (
          <p className="mt-4 max-w-[58ch] text-sm text-ink-soft">{NO_MAIL}</p>
        )
      ) : (
        <Unverified />
      )}
      {account?.pendingEmail ? <PendingChange email={account.pendingEmail} onCanceled={forgetChange} /> : null}
      <MailNote answer={sent} label="Development URL" className="mt-4" />
      {isOpen && account !== undefined ? (
        <div className="mt-6">
          {mayChange ? (
            <EmailForm account={account} takesFocus={takesFocus} onClose={close} onSent={announce} />
          ) : (
            <SignInAgain returnTo="#email" onCancel={close} />
          )}
        </div>
      ) : null}
    </Section>
  )
}
