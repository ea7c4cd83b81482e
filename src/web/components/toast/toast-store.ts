/** How long a dismissed toast is kept, in milliseconds. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000
const TOAST_LIMIT = 1

/** What a toast offers to do, for a time. */
export interface ToastAction {
  label: string
  /** What someone who does not see the button is told they can do instead. */
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

/** The newest toast alone: one is shown at a time. */
export function addToast(toasts: readonly ToastRecord[], toast: ToastRecord): ToastRecord[] {
  return [toast, ...toasts].slice(0, TOAST_LIMIT)
}

/** Closes a toast; it is kept until removed, so that it can leave the screen in its own time. */
export function closeToast(toasts: readonly ToastRecord[], id: number): ToastRecord[] {
  return toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast))
}

const listeners = new Set<() => void>()
let toasts: readonly ToastRecord[] = []
let lastId = 0

function set(next: readonly ToastRecord[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** The toasts to show. */
export const getToasts = (): readonly ToastRecord[] => toasts

/** Calls back on each change; returns how to stop. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the person something in the corner of the screen, in place of what was told before. */
export function toast(message: ToastMessage): void {
  lastId += 1
  set(addToast(toasts, { ...message, id: lastId, open: true }))
}

/** Closes a toast, and forgets it later. */
export function dismissToast(id: number): void {
  set(closeToast(toasts, id))
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY_MS)
}
