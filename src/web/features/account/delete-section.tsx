import { useSearchParams } from 'wouter'
import type { Account } from '../../../shared/accounts.ts'
import { Button } from '../../components/button.tsx'
import { DeleteDialog, openDeletion } from './delete-dialog.tsx'
import { Section } from './section.tsx'

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
