import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'wouter'
import { type Account, type DeleteAccountPayload, deleteAccountSchema, type User } from '../../../shared/accounts.ts'
import { calls } from '../../../shared/api/calls.ts'
import { formatCount } from '../../../shared/format.ts'
import { planOf, planState } from '../../../shared/plans/catalogue.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogActions, DialogClose, DialogTitle } from '../../components/dialog.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { callApi } from '../../lib/api/client.ts'
import { useUser } from '../../lib/auth/auth-context.tsx'
import { usePlans } from '../../lib/plans.ts'
import { useStats } from '../../lib/stats.ts'
import { MyDataLink } from './data-section.tsx'
import { ownPassword, PasswordField, UsernameHint } from './form-parts.tsx'
import { Section } from './section.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { useLeave } from './use-leave.ts'
import { needsFreshSignIn, useRefusal } from './use-refusal.ts'

/** POST /api/account/delete. */
async function deleteAccount(payload: DeleteAccountPayload): Promise<void> {
  await callApi(calls.deleteAccount, 204, { body: payload })
}

/** Deletes the person's account, after which they are a visitor. What goes wrong is the dialog's to say. */
function useDeleteAccount() {
  const queryClient = useQueryClient()
  const leave = useLeave()
  return useMutation({
    mutationFn: deleteAccount,
    // No password is kept longer than it takes to send it.
    gcTime: 0,
    // What is being loaded for the person would be refused once they are gone.
    onMutate: () => queryClient.cancelQueries(),
    onSuccess: () =>
      leave('/', { title: 'Account deleted', description: 'Everything that was kept for you is gone with it.' }),
    onError: () => void queryClient.refetchQueries({ type: 'active' }),
  })
}

/** Where someone comes back to after a fresh sign-in: the page with this dialog open. */
const openDeletion = { name: 'open', value: 'delete' } as const
const deletionPlace = `?${openDeletion.name}=${openDeletion.value}`

/** "All 128 summaries", as far as it is known how many there are. */
export function summariesLost(count: number | undefined): string {
  if (count === undefined) return 'All your summaries'
  if (count === 0) return 'Your profile and settings'
  return count === 1 ? 'Your one summary' : `All ${formatCount(count)} summaries`
}

function Lost({ children }: { children: ReactNode }) {
  return <li className="border-b border-line py-2.75">{children}</li>
}

/** What goes with the account. */
function WhatGoes({ user }: { user: User }) {
  const { data: stats } = useStats()
  const { data: catalogue } = usePlans()
  const isPaid = catalogue !== undefined && planState(catalogue, user.subscriptionPlan) === 'paid'
  const plan = isPaid ? planOf(catalogue, user.subscriptionPlan).name : null
  return (
    <ul className="mt-5 border-t border-line">
      <Lost>
        <span className="font-medium">{summariesLost(stats?.totalSummaries)}</span>, with every file you uploaded
      </Lost>
      {plan === null ? null : (
        <Lost>
          <span className="font-medium">Your {plan} subscription</span>: it is canceled now, and access ends at once
        </Lost>
      )}
      <Lost>
        <span className="font-medium">Your sessions</span> on every device
      </Lost>
    </ul>
  )
}

const fields = ['currentPassword'] as const

interface DeleteFormProps {
  account: Account
  remove: ReturnType<typeof useDeleteAccount>
  onClose: () => void
}

/** Proves that it is the person who asks, and deletes the account. */
function DeleteForm({ account, remove, onClose }: DeleteFormProps) {
  const { email } = useUser()
  const onSessionLoss = useSessionLoss()
  const form = useForm({
    resolver: zodResolver(deleteAccountSchema.extend({ currentPassword: ownPassword(account.hasPassword) })),
    defaultValues: { currentPassword: account.hasPassword ? '' : undefined },
  })
  const { register, handleSubmit } = form
  const { errors } = form.formState
  const { rememberFocus, general } = useRefusal({ form, error: remove.error, names: fields })
  const submit = handleSubmit((payload) => {
    rememberFocus()
    remove.mutate(payload, { onError: onSessionLoss })
  })
  if (needsFreshSignIn(remove.error)) return <SignInAgain place={deletionPlace} />
  return (
    <form noValidate aria-label="Delete account" onSubmit={(event) => void submit(event)} className="space-y-5">
      {account.hasPassword ? (
        <>
          <UsernameHint email={email} />
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
            readOnly={remove.isPending}
          />
        </>
      ) : null}
      <FailureLine error={general} fallback="Please try again in a moment." />
      <DialogActions>
        <Button look="plain" disabled={remove.isPending} onClick={onClose}>
          Keep my account
        </Button>
        <Button type="submit" look="destructive" pending={remove.isPending}>
          {remove.isPending ? 'Deleting...' : 'Delete my account'}
        </Button>
      </DialogActions>
    </form>
  )
}

interface DeleteDialogProps {
  account: Account
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Says plainly what goes, offers it to take along, and asks for proof before the account is deleted. */
function DeleteDialog({ account, open, onOpenChange }: DeleteDialogProps) {
  const user = useUser()
  const remove = useDeleteAccount()
  // Once it is on its way there is nothing to close: what comes of it is said here.
  const setOpen = (next: boolean) => {
    if (remove.isPending) return
    remove.reset()
    onOpenChange(next)
  }
  const mayDelete = account.hasPassword || account.signedInLately
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <div className="px-6 pt-8 pb-6 sm:px-9 sm:pb-8">
        <DialogTitle className="pr-8 text-[1.625rem] leading-tight">Delete your account?</DialogTitle>
        <p className="mt-2.5 text-ink-soft">
          It goes at once and for good. There is no way back, not for us either. With it go:
        </p>
        <WhatGoes user={user} />
        <div className="mt-5 mb-7">
          <MyDataLink label="Download my data first" />
        </div>
        {mayDelete ? (
          <DeleteForm account={account} remove={remove} onClose={() => setOpen(false)} />
        ) : (
          <SignInAgain place={deletionPlace} onCancel={() => setOpen(false)} />
        )}
        <DialogClose className="absolute top-3 right-3" />
      </div>
    </Dialog>
  )
}

/** The way out. Whether its dialog is open stands in the address, so that a fresh sign-in leads back to it. */
export function DeleteSection({ account }: { account: Account | undefined }) {
  const [search, setSearch] = useSearchParams()
  const isOpen = search.get(openDeletion.name) === openDeletion.value
  const setOpen = (open: boolean) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (open) next.set(openDeletion.name, openDeletion.value)
        else next.delete(openDeletion.name)
        return next
      },
      { replace: true },
    )
  return (
    <Section
      id="delete"
      title="Delete account"
      lead="Removes your account and everything that is kept for you, at once and for good."
    >
      <Button look="plain" disabled={account === undefined} onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {account === undefined ? null : <DeleteDialog account={account} open={isOpen} onOpenChange={setOpen} />}
    </Section>
  )
}
