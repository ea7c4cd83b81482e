import { changeDraft, claimDraft, emptyDraft } from './drafts.ts'
import { forgetAllSent } from './sent.ts'

/** Forgets what a person has typed or sent in this tab: they have signed out, and what they left is nobody else's. */
export function forgetPerson(): void {
  changeDraft(emptyDraft)
  forgetAllSent()
  try {
    // Whatever a tab keeps, it keeps for the person.
    sessionStorage.clear()
  } catch {
    // Storage can be blocked; then nothing was kept in it.
  }
}

/** Makes this tab a person's own: what another one has typed or sent in it is nothing they should see. */
export function claimTab(userId: string): void {
  if (claimDraft(userId)) forgetAllSent()
}
