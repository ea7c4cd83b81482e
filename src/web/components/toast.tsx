import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { isUnauthorized, reasonOf } from '../lib/api/client.ts'
import { cn } from '../lib/cn.ts'
import { useUnchanged } from '../lib/page/use-unchanged.ts'
import { createStore } from '../lib/stores/store.ts'
import { useStore } from '../lib/stores/use-store.ts'
import { Button, IconButton } from './button.tsx'

/** How long a dismissed toast is kept, in milliseconds. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000

interface ToastAction {
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
  description?: ReactNode
  variant?: 'default' | 'destructive'
  /** Shows one line where there is room, not on phones or beside a dialog; the whole text is elsewhere on the screen. */
  isBrief?: boolean
  action?: ToastAction
}

interface ToastRecord extends ToastMessage {
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

/** Closes the toast of a failure, which is over once the user goes on. */
export function dismissFailure(): void {
  const shown = shownToast.get()
  if (shown?.open === true && shown.variant === 'destructive') dismissToast(shown.id)
}

/** Shows why something failed; `fallback` if the error has no reason. SessionExpiry announces an expired session. */
export function toastFailure(title: string, error: unknown, fallback?: string): void {
  if (!isUnauthorized(error)) toast({ title, description: reasonOf(error, fallback), variant: 'destructive' })
}

/** Shows in one line that something failed whose reason a form shows. SessionExpiry announces an expired session. */
export function toastFormFailure(title: string, error: unknown): void {
  if (!isUnauthorized(error)) toast({ title, description: reasonOf(error), variant: 'destructive', isBrief: true })
}

const DURATION_MS = 5000
const SWIPE_THRESHOLD_PX = 50

/** Action button of a toast. The toast stays while it is hovered or focused, so the label shows when the action expired. */
function ActionButton({ action: { label, altText, lastsMs, tooLate, act } }: { action: ToastAction }) {
  const isOver = useUnchanged(act, lastsMs) && tooLate !== undefined
  return (
    <Radix.Action asChild altText={altText}>
      <Button look="plain" className="min-h-9 px-3.5" aria-disabled={isOver} onClick={isOver ? undefined : act}>
        {isOver ? tooLate : label}
      </Button>
    </Radix.Action>
  )
}

function ShownToast({ id, open, title, description, variant, isBrief = false, action }: ToastRecord) {
  return (
    <Radix.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(id)
      }}
      duration={action?.lastsMs ?? DURATION_MS}
      type={variant === 'destructive' || action !== undefined ? 'foreground' : 'background'}
      className={cn(
        'grid animate-slide grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 rounded-card border bg-raised',
        'py-2 pr-2 pl-4.5 shadow-float data-[state=closed]:animate-leave data-[swipe=cancel]:translate-x-0',
        'data-[swipe=end]:translate-x-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        variant === 'destructive' ? 'border-bad/45' : 'border-line',
      )}
    >
      <div className={cn('flex min-w-0 flex-wrap gap-x-2', isBrief && 'sm:not-in-data-has-dialog:flex-nowrap')}>
        <Radix.Title
          className={cn('text-sm font-medium', isBrief && 'shrink-0', variant === 'destructive' && 'text-bad')}
        >
          {title}
        </Radix.Title>
        {description ? (
          <Radix.Description
            dir="auto"
            className={cn(
              'line-clamp-4 text-sm text-pretty wrap-anywhere text-ink-soft',
              isBrief && 'sm:not-in-data-has-dialog:line-clamp-1',
            )}
          >
            {description}
          </Radix.Description>
        ) : null}
      </div>
      {action === undefined ? <span /> : <ActionButton action={action} />}
      <Radix.Close asChild>
        <IconButton label="Dismiss">
          <X />
        </IconButton>
      </Radix.Close>
    </Radix.Root>
  )
}

/** Notification area: F8 moves focus there, a swipe to the right dismisses a toast. */
export function Toaster() {
  const shown = useStore(shownToast)
  return (
    <Radix.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {shown === null ? null : <ShownToast key={shown.id} {...shown} />}
      <Radix.Viewport
        hotkey={['F8']}
        // Above the navigation, the banner and the selection bar at the bottom of the window, beside a dialog, or over its
        // text above the buttons at its foot.
        className="fixed right-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+var(--banner,0px)+var(--over-foot))] z-60 w-full p-3 outline-none sm:w-fit sm:max-w-160 sm:min-w-76 sm:in-data-has-page:max-w-[clamp(19rem,calc((100vw-52rem)/2),22rem)] sm:[@media(max-height:47.9rem)]:in-data-has-dialog:max-w-76 md:bottom-[calc(var(--banner)+var(--over-foot))] md:p-4 max-sm:in-data-has-page:px-6 max-[90rem]:in-data-has-page:bottom-24! wide:in-data-has-source:bottom-0!"
      />
    </Radix.Provider>
  )
}
