import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type Account, deleteAccountSchema } from '../../../shared/account/accounts.ts'
import { formatCount } from '../../../shared/text/format.ts'
import { Button } from '../../components/button.tsx'
import { Form, SubmitButton } from '../../components/form/form.tsx'
import { needsFreshSignIn, useCallForm } from '../../components/form/use-call-form.ts'
import { DialogActions, type DialogState, TitledDialog } from '../../components/overlay/dialog.tsx'
import { callApi } from '../../lib/api/client.ts'
import { useOwnPlan } from '../../lib/plans/own-plan.ts'
import { statsQuery } from '../../lib/queries.ts'
import { MyDataLink } from './data-section.tsx'
import { OwnPasswordField, ownPassword, SignInAgain } from './form-parts.tsx'
import { Section, useLeave } from './section.tsx'

/** Query that opens the dialog, also after another sign-in. */
const OPEN_QUERY = 'open=delete'

/** "All 128 summaries". */
export function summariesLost(count: number | undefined): string {
  if (count === undefined) return 'All your summaries'
  if (count === 0) return 'Your profile and settings'
  return count === 1 ? 'Your one summary' : `All ${formatCount(count)} summaries`
}

function Lost({ children }: { children: ReactNode }) {
  return <li className="border-b border-line py-2.75">{children}</li>
}

function DeletedData() {
  const { data: stats } = useQuery(statsQuery)
  const { plan, state } = useOwnPlan()
  return (
    <ul className="mt-5 border-t border-line">
      <Lost>
        <span className="font-medium">{summariesLost(stats?.totalSummaries)}</span>, with every file you uploaded
      </Lost>
      {plan === undefined || state !== 'paid' ? null : (
        <Lost>
          <span className="font-medium">Your {plan.name} subscription</span>: canceled right away, and access ends
          immediately
        </Lost>
      )}
      <Lost>
        <span className="font-medium">Your sessions</span> on every device
      </Lost>
    </ul>
  )
}

interface DeleteFormProps {
  account: Account
  onSending: (isSending: boolean) => void
  onClose: () => void
}

/** Confirms who the user is, and deletes the account. */
function DeleteForm({ account: { hasPassword }, onSending, onClose }: DeleteFormProps) {
  const queryClient = useQueryClient()
  const leave = useLeave()
  const call = useCallForm({
    schema: deleteAccountSchema.extend({ currentPassword: ownPassword(hasPassword) }),
    defaultValues: { currentPassword: hasPassword ? '' : undefined },
    send: async (body) => {
      onSending(true)
      // After the deletion, requests for the user's data would be rejected.
      await queryClient.cancelQueries()
      await callApi('deleteAccount', { body })
      await leave('/', { title: 'Account deleted', description: 'All your data has been deleted.' })
    },
    onFailure: () => {
      onSending(false)
      void queryClient.refetchQueries({ type: 'active' })
    },
  })
  const { isSubmitting } = call
  if (needsFreshSignIn(call.error)) return <SignInAgain returnTo={`?${OPEN_QUERY}`} />
  return (
    <Form
      call={call}
      aria-label="Delete account"
      actions={
        <DialogActions>
          <Button look="plain" disabled={isSubmitting} onClick={onClose}>
            Keep my account
          </Button>
          <SubmitButton look="destructive" sending="Deleting...">
            Delete my account
          </SubmitButton>
        </DialogActions>
      }
    >
      {hasPassword ? <OwnPasswordField label="Your password" /> : null}
    </Form>
  )
}

/** Lists the data that is deleted, offers to download it, and asks for confirmation. */
function DeleteDialog({ account, open, onOpenChange }: DialogState & { account: Account }) {
  const [isSending, setIsSending] = useState(false)
  const mayDelete = account.hasPassword || account.signedInLately
  return (
    <TitledDialog
      open={open}
      onOpenChange={(next) => (isSending ? undefined : onOpenChange(next))}
      title="Delete your account?"
      lead="This can’t be undone, not even by us. You’ll lose:"
    >
      <DeletedData />
      <div className="mt-5 mb-7">
        <MyDataLink label="Download my data first" />
      </div>
      {mayDelete ? (
        <DeleteForm account={account} onSending={setIsSending} onClose={() => onOpenChange(false)} />
      ) : (
        <SignInAgain returnTo={`?${OPEN_QUERY}`} onCancel={() => onOpenChange(false)} />
      )}
    </TitledDialog>
  )
}

/** Deletes the account. The URL contains whether the dialog is open, so that another sign-in leads back to it. */
export function DeleteSection({ account }: { account: Account | undefined }) {
  const [search, setSearch] = useSearchParams()
  const setOpen = (open: boolean) => setSearch(open ? OPEN_QUERY : '', { replace: true })
  return (
    <Section id="delete" title="Delete account" lead="Permanently deletes your account and everything in it.">
      <Button look="plain" disabled={account === undefined} needsConnection onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {account === undefined ? null : (
        <DeleteDialog account={account} open={search.get('open') === 'delete'} onOpenChange={setOpen} />
      )}
    </Section>
  )
}
