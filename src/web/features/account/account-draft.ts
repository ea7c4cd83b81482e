import { z } from 'zod'
import { createSessionStore } from '../../lib/store.ts'

const accountDraftSchema = z.object({
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  newEmail: z.string().optional(),
})
type AccountDraft = z.infer<typeof accountDraftSchema>

const empty: AccountDraft = {}

/** Unsaved input of the forms on the Account page, except passwords. */
export const accountDraft = createSessionStore('account-draft', (stored) => accountDraftSchema.parse(stored), empty)

/** Stores parts of the input; parts that are undefined are removed. */
export function changeAccountDraft(change: AccountDraft): void {
  const draft = { ...accountDraft.get(), ...change }
  accountDraft.set(Object.values(draft).some((text) => text !== undefined) ? draft : empty)
}
