import { isUnauthorized, reasonOf } from '../../lib/api/api-error.ts'
import { createStore } from '../../lib/store.ts'

/** How long a dismissed toast is kept, in milliseconds. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000

/** Action that a toast offers for a time. */
export interface ToastAction {
  label: string
  /** Alternative for users of screen readers. */
  altText: string
  /** How long it can be done, in milliseconds; the toast is shown for as long. */
  lastsMs: number
  /** Label of the button from then on, should the toast still be shown; left out where it is never too late. */
  tooLate?: string
  act: () => void
}

export interface ToastMessage {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  action?: ToastAction
}

export interface ToastRecord extends ToastMessage {
  id: number
  open: boolean
}

/** The newest toast; null while there is none. One is shown at a time. */
export const shownToast = createStore<ToastRecord | null>(null)
let lastId = 0

/** Shows a message in the corner of the screen, in place of the one before. */
export function toast(message: ToastMessage): void {
  lastId += 1
  shownToast.set({ ...message, id: lastId, open: true })
}

function change(id: number, next: (current: ToastRecord) => ToastRecord | null): void {
  const current = shownToast.get()
  if (current?.id === id) shownToast.set(next(current))
}

/** Closes a toast, which then leaves the screen in its own time, and forgets it later. */
export function dismissToast(id: number): void {
  change(id, (current) => ({ ...current, open: false }))
  setTimeout(() => change(id, () => null), TOAST_REMOVE_DELAY_MS)
}

/**
 * Shows that something failed, and why. An expired session is announced elsewhere.
 *
 * @param fallback reason where the error has none for users
 */
export function toastFailure(title: string, error: unknown, fallback?: string): void {
  if (!isUnauthorized(error)) toast({ title, description: reasonOf(error, fallback), variant: 'destructive' })
}
