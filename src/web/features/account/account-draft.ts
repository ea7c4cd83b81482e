import { z } from 'zod'

const STORAGE_KEY = 'account-draft'

const draftSchema = z.object({
  /** Id of the person who typed it: nobody else is shown it. */
  owner: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  newEmail: z.string().optional(),
})

/** What a person has typed into the forms of the Account page and not yet saved. Never a password. */
export type AccountDraft = Omit<z.infer<typeof draftSchema>, 'owner'>

/** A stored draft of `owner`; empty where it is somebody else's, missing or damaged. */
export function parseAccountDraft(stored: string | null, owner: string): AccountDraft {
  try {
    const { owner: typist, ...draft } = draftSchema.parse(JSON.parse(stored ?? ''))
    return typist === owner ? draft : {}
  } catch {
    return {}
  }
}

/** What `owner` has typed in this tab; it outlives a reload, and the way to another screen and back. */
export function readAccountDraft(owner: string): AccountDraft {
  try {
    return parseAccountDraft(sessionStorage.getItem(STORAGE_KEY), owner)
  } catch {
    return {}
  }
}

/** Keeps parts of what `owner` has typed; parts that are undefined are forgotten. */
export function changeAccountDraft(owner: string, change: AccountDraft): void {
  try {
    const draft = Object.entries({ ...readAccountDraft(owner), ...change }).filter(([, text]) => text !== undefined)
    if (draft.length === 0) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ owner, ...Object.fromEntries(draft) }))
  } catch {
    // Storage can be full or blocked; what was typed then lasts as long as the form.
  }
}
