import { X } from 'lucide-react'
import { Dialog as Radix, AlertDialog as RadixAlert } from 'radix-ui'
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useRef } from 'react'
import { cn } from '../lib/cn.ts'
import { Button, IconButton } from './button.tsx'
import { takeSentFocus } from './next-focus.ts'

/** Keys that the dialog below has let pass, though Radix handed them to it. */
const passedOn = new WeakSet<KeyboardEvent>()

/**
 * Closes a dialog by Escape: that one alone, and at the first press.
 *
 * Radix gives the key to the layer that is on top as of its last effects. While a toast is shown, that is the toast,
 * which lies above the dialog: a person would have to press it twice. And just after a dialog has opened over another
 * one, it is still the one below, which would close with it. So a dialog takes the keys pressed within it by itself,
 * and those of another dialog never.
 *
 * @param close what to do
 * @returns what the dialog's content takes as its props
 */
function useEscape(close: () => void) {
  const ref = useRef<HTMLDivElement>(null)
  const holds = ({ target }: { target: EventTarget | null }) =>
    target instanceof Node && ref.current?.contains(target) === true
  return {
    ref,
    onEscapeKeyDown: (event: KeyboardEvent) => {
      if (event.target === document.body || holds(event)) return
      event.preventDefault()
      passedOn.add(event)
    },
    onKeyDown: (event: ReactKeyboardEvent<HTMLElement>) => {
      const isTaken = event.defaultPrevented && !passedOn.has(event.nativeEvent)
      if (event.key === 'Escape' && holds(event) && !isTaken) close()
    },
  }
}

/**
 * Returns focus to the element that had it when a dialog without a trigger of its own closes; if that element is gone
 * or disabled, to the dialog it was in, else to the screen.
 *
 * @returns `remember`, to be called as the dialog takes focus, and the handler for its close
 */
function useFocusReturn() {
  const places = useRef<readonly (Element | null)[]>([])
  return {
    remember: () => {
      const { activeElement } = document
      places.current = [activeElement, activeElement?.closest('[role=dialog]') ?? null]
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (takeSentFocus()) return
      for (const place of [...places.current, document.querySelector('#main')]) {
        if (place === document.body || !(place instanceof HTMLElement)) continue
        place.focus({ preventScroll: true })
        if (document.activeElement === place) return
      }
    },
  }
}

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Takes focus when the dialog opens, in place of its first control. */
  onOpenAutoFocus?: (event: Event) => void
  onKeyDown?: (event: ReactKeyboardEvent<HTMLElement>) => void
  className?: string
  children: ReactNode
}

/** Modal dialog that scrolls together with its overlay, so that a long one reads like a page and not like a window. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, onOpenAutoFocus, onKeyDown, className, children } = props
  const { remember, onCloseAutoFocus } = useFocusReturn()
  const escape = useEscape(() => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid animate-fade grid-cols-1 scroll-py-20 items-start justify-items-center overflow-y-auto border-b-(length:--toast) border-transparent bg-veil px-3 py-4 data-[state=closed]:animate-leave sm:px-8 sm:py-8">
          <Radix.Content
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              remember()
              onOpenAutoFocus?.(event)
            }}
            onCloseAutoFocus={onCloseAutoFocus}
            {...escape}
            onKeyDown={(event) => {
              escape.onKeyDown(event)
              onKeyDown?.(event)
            }}
            className={cn(
              'relative w-[min(100%,30rem)] animate-rise rounded-card bg-raised text-ink shadow-float focus:outline-none',
              className,
            )}
          >
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Names the dialog it is in. */
export const DialogTitle = Radix.Title

/** Close button for a dialog's corner. */
export function DialogClose({ className }: { className?: string }) {
  return (
    <Radix.Close asChild>
      <IconButton label="Close" className={className}>
        <X />
      </IconButton>
    </Radix.Close>
  )
}

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** Label of the button that goes ahead. */
  confirm: string
  cancel?: string
  destructive?: boolean
  pending?: boolean
  onConfirm: () => void
}

/** Asks for confirmation before a destructive action. Stays open until its owner closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirm, cancel = 'Cancel', destructive, pending, onConfirm } = props
  const { remember, onCloseAutoFocus } = useFocusReturn()
  const escape = useEscape(() => onOpenChange(false))
  return (
    <RadixAlert.Root open={open} onOpenChange={onOpenChange}>
      <RadixAlert.Portal>
        <RadixAlert.Overlay className="fixed inset-0 z-50 grid animate-fade place-items-center overflow-y-auto border-b-(length:--toast) border-transparent bg-veil p-4 data-[state=closed]:animate-leave">
          <RadixAlert.Content
            onOpenAutoFocus={remember}
            onCloseAutoFocus={onCloseAutoFocus}
            {...escape}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className="w-[min(100%,26rem)] animate-rise rounded-card bg-raised p-7 text-ink shadow-float focus:outline-none"
          >
            <RadixAlert.Title className="text-[1.375rem] leading-snug">{title}</RadixAlert.Title>
            {description ? (
              <RadixAlert.Description className="mt-2 text-ink-soft">{description}</RadixAlert.Description>
            ) : null}
            <DialogActions>
              <RadixAlert.Cancel asChild>
                <Button look="plain">{cancel}</Button>
              </RadixAlert.Cancel>
              <Button look={destructive ? 'destructive' : 'primary'} pending={pending ?? false} onClick={onConfirm}>
                {confirm}
              </Button>
            </DialogActions>
          </RadixAlert.Content>
        </RadixAlert.Overlay>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  )
}

interface DialogActionsProps {
  className?: string
  /** The buttons, the primary or destructive one last. */
  children: ReactNode
}

/**
 * The buttons at the foot of a dialog: secondary ones on the left, the primary or destructive one on the right. On
 * phones they fill the width, with the primary one on top.
 */
export function DialogActions({ className, children }: DialogActionsProps) {
  return (
    <div
      className={cn('mt-7 flex flex-wrap justify-end gap-2.5 max-sm:flex-col-reverse max-sm:flex-nowrap', className)}
    >
      {children}
    </div>
  )
}
