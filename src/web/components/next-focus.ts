/** As long as a dialog takes to leave the screen, and then some. */
const LASTS_MS = 1000

let wanted: { take: () => boolean; until: number } | null = null

/**
 * Says where the keyboard goes once the dialogs that are about to close have closed, in place of where it was: what they
 * were opened from may be gone with what was done in them.
 *
 * @param take takes the keyboard there; false where that place is gone as well
 */
export function sendFocus(take: () => boolean): void {
  wanted = { take, until: Date.now() + LASTS_MS }
}

/** Takes the keyboard to where it was sent just now; false where it was not, or where that place is gone. */
export function takeSentFocus(): boolean {
  return wanted !== null && Date.now() < wanted.until && wanted.take()
}
