import { isUnauthorized, reasonOf } from '../../lib/api/api-error.ts'
import { createStore } from '../../lib/store.ts'

/** How long a dismissed toast is kept, in milliseconds. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000

/** Action that a toast offers for a limited time. */
export interface ToastAction {
  label: string
  /** Alternative for users of screen readers. */
  altText: string
  /** How long the action works and the toast is shown, in milliseconds. */
  lastsMs: number
  /** Label after that time, if the toast is still shown. */
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

/** The newest toast, or null. One is shown at a time. */
export const shownToast = createStore<ToastRecord | null>(null)
let lastId = 0

/** Shows a toast, in place of the one before. */
export function toast(message: ToastMessage): void {
  lastId += 1
  shownToast.set({ ...message, id: lastId, open: true })
}

function change(id: number, next: (current: ToastRecord) => ToastRecord | null): void {
  const current = shownToast.get()
  if (current?.id === id) shownToast.set(next(current))
}

/** Closes a toast, and removes it later. */
export function dismissToast(id: number): void {
  change(id, (current) => ({ ...current, open: false }))
  setTimeout(() => change(id, () => null), TOAST_REMOVE_DELAY_MS)
}

/**
 * Shows that something failed, and why. SessionExpiry announces an expired session.
 *
 * @param fallback reason if the error has none for users
 */
export function toastFailure(title: string, error: unknown, fallback?: string): void {
  if (!isUnauthorized(error)) toast({ title, description: reasonOf(error, fallback), variant: 'destructive' })
}
