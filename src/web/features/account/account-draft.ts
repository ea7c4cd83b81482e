import { z } from 'zod'
import { createSessionStore } from '../../lib/store.ts'

const accountDraftSchema = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  newEmail: z.string().optional(),
})
type AccountDraft = z.infer<typeof accountDraftSchema>

const empty: AccountDraft = {}

/** What the user has typed into the forms of the Account page and not saved. Never a password. */
export const accountDraft = createSessionStore('account-draft', accountDraftSchema, empty)

/** Keeps parts of what was typed; parts that are undefined are forgotten. */
export function changeAccountDraft(change: AccountDraft): void {
  const draft = { ...accountDraft.get(), ...change }
  accountDraft.set(Object.values(draft).some((text) => text !== undefined) ? draft : empty)
}
