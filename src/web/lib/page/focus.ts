/** Ref that moves focus to its element when it appears. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus({ preventScroll: true })

/** Longer than the exit animation of a dialog. */
const EXPIRY_MS = 1000

let wanted: { take: () => boolean; until: number } | null = null

/** Sets where focus moves after the open dialogs have closed; `take` returns whether it could move. */
export function sendFocus(take: () => boolean): void {
  wanted = { take, until: Date.now() + EXPIRY_MS }
}

/** Moves focus to where it was sent just now. Returns false if it was not sent, or could not move. */
export function takeSentFocus(): boolean {
  return wanted !== null && Date.now() < wanted.until && wanted.take()
}
