import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Account, MailAnswer } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { retention } from '../../../shared/retention.ts'
import { Alert } from '../../components/alert.tsx'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { toast } from '../../components/toast/toast-store.ts'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { ApiError, isUnauthorized, reasonOf } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { useSignInOptions } from '../../lib/auth/use-sign-in-options.ts'
import { queryKeys } from '../../lib/keys.ts'
import { accountDraft } from './account-draft.ts'
import { EmailForm } from './email-form.tsx'
import { useDisclosure } from './form-parts.tsx'
import { Row, Section } from './section.tsx'
import { SignInAgain } from './sign-in-again.tsx'

/** DELETE /api/account/email. */
async function cancelEmailChange(): Promise<void> {
  await callApi(calls.cancelEmailChange, 204)
}

/** Forgets a change of the address that was not confirmed. */
function useCancelEmailChange() {
  const queryClient = useQueryClient()
  const onSessionLoss = useSessionLoss()
  return useMutation({
    mutationFn: cancelEmailChange,
    onSuccess: () => {
      queryClient.setQueryData<Account>(queryKeys.account, (account) => account && { ...account, pendingEmail: null })
      toast({ title: 'Email change canceled' })
    },
    onError: (error) => {
      if (onSessionLoss(error)) return
      toast({
        title: 'Not canceled',
        description: reasonOf(error, 'Please try again in a moment.'),
        variant: 'destructive',
      })
    },
  })
}

/** POST /api/account/verification: what to tell the person about the mail. */
function sendVerification(): Promise<MailAnswer> {
  return callApi(calls.sendVerification, 200)
}

/** Has the link that confirms the person's address mailed once more. */
function useSendVerification() {
  const queryClient = useQueryClient()
  const onSessionLoss = useSessionLoss()
  return useMutation({
    mutationFn: sendVerification,
    onError: (error) => {
      if (onSessionLoss(error)) return
      // The address has been confirmed meanwhile, on another screen.
      if (error instanceof ApiError && error.code === 'email_confirmed') {
        void queryClient.invalidateQueries({ queryKey: queryKeys.user })
      }
    },
  })
}

interface MailAnswerNoteProps {
  /** Null before it was asked for. */
  answer: MailAnswer | null
  className?: string
}

/** What came of asking for a mail; where no mail is sent, in development, with the link that would stand in it. */
function MailAnswerNote({ answer, className }: MailAnswerNoteProps) {
  return (
    <Alert tone="note" className={className}>
      {answer === null ? null : (
        <>
          {answer.message}
          {answer.url === undefined ? null : (
            <span className="mt-2 block border-t border-line pt-2 text-ink-soft">
              Development URL:{' '}
              <a href={answer.url} className="text-ink underline underline-offset-3">
                {answer.url}
              </a>
            </span>
          )}
        </>
      )}
    </Alert>
  )
}

function VerifiedBadge({ isVerified }: { isVerified: boolean }) {
  if (!isVerified) return <Badge tone="secondary">Not verified yet</Badge>
  return (
    <Badge className="gap-1">
      <Check aria-hidden="true" className="size-3 text-good" /> Verified
    </Badge>
  )
}

/** What to do about an address that nobody has confirmed yet. */
function Unverified() {
  const send = useSendVerification()
  const { data: options } = useSignInOptions()
  const problem = isUnauthorized(send.error) ? null : send.error
  return (
    <div className="mt-4">
      <p className="max-w-[58ch] text-sm text-ink-soft">
        {options?.mail === false
          ? 'Mail is not set up here, so no link that proves the address is yours has been mailed.'
          : 'Open the link we mailed you when you registered: it proves that the address is yours. Nothing there?'}{' '}
        <button
          type="button"
          // Not disabled, which would take the keyboard away from it.
          aria-disabled={send.isPending}
          onClick={() => {
            if (!send.isPending) send.mutate()
          }}
          className="relative touch-target text-ink underline underline-offset-3 aria-disabled:opacity-60"
        >
          {send.isPending ? 'Sending the link...' : 'Send the link again'}
        </button>
      </p>
      <MailAnswerNote answer={send.data ?? null} className="mt-3" />
      {problem === null ? null : (
        <div className="mt-3">
          <FailureLine error={problem} fallback="Please try again in a moment." />
        </div>
      )}
    </div>
  )
}

/** A new address that waits for its link to be opened. */
function PendingChange({ email, onCanceled }: { email: string; onCanceled: () => void }) {
  const cancel = useCancelEmailChange()
  return (
    <div className="mt-5 border-t border-line pt-5">
      <Row
        action={
          <Button
            look="plain"
            pending={cancel.isPending}
            aria-label="Cancel the change of your email"
            onClick={() => cancel.mutate(undefined, { onSuccess: onCanceled })}
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
          Becomes your address once you open the link we mailed there, within {retention.emailLinkHours} hours.
        </p>
      </Row>
    </div>
  )
}

/** The address, whether it is proved, and the way to another one. */
export function EmailSection({ account }: { account: Account | undefined }) {
  const user = useUser()
  const { isOpen, takesFocus, open, close, opener } = useDisclosure(accountDraft.get().newEmail !== undefined)
  /** The answer whose link is to be shown, where no mail is sent. */
  const [sent, setSent] = useState<MailAnswer | null>(null)
  const tell = (answer: MailAnswer) => {
    toast({ title: 'Check your new mailbox', description: answer.message })
    setSent(answer.url === undefined ? null : answer)
  }
  const forgetChange = () => {
    setSent(null)
    // What was pressed goes with the change.
    opener.current?.focus({ preventScroll: true })
  }
  const mayChange = account !== undefined && (account.hasPassword || account.signedInLately)
  return (
    <Section id="email" title="Email">
      <Row
        action={
          isOpen && account !== undefined ? null : (
            <Button
              ref={opener}
              look="plain"
              aria-label="Change email"
              // Until it can be used it only holds its place.
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
          <VerifiedBadge isVerified={user.emailVerified} />
        </p>
      </Row>
      {user.emailVerified ? null : <Unverified />}
      {account?.pendingEmail ? <PendingChange email={account.pendingEmail} onCanceled={forgetChange} /> : null}
      <MailAnswerNote answer={sent} className="mt-4" />
      {isOpen && account !== undefined ? (
        <div className="mt-6">
          {mayChange ? (
            <EmailForm account={account} takesFocus={takesFocus} onClose={close} onSent={tell} />
          ) : (
            <SignInAgain place="#email" onCancel={close} />
          )}
        </div>
      ) : null}
    </Section>
  )
}
